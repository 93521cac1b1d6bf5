// Synthetic work in place of a task's computation. It makes no MPI call and reads no clock.
#pragma once

#include <cstdint>
#include <string_view>

#include "device/device.hpp"
#include "parallel/communicator.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {

// busy: a fixed number of iterations, calibrated while the machine was quiet. A disturbance of the rank makes the work
// longer, not smaller.
// sleep: the rank sleeps, so that many ranks can be studied on few cores. A sleeping rank makes no progress either.
// device: a device is busy, and the rank waits for it.
enum class WorkKind { busy, sleep, device };

// Does tasks of given lengths. Local. run() is thread-safe if each thread has its own progress strategy, unless a
// device does the work.
class SyntheticWork {
 public:
  // Collective. For busy work the ranks calibrate one after the other while the other ranks wait without spinning.
  // `device` is for WorkKind::device only. Throws AgreedUsageError if a rank has no such device. `comm` must outlive
  // the object.
  SyntheticWork(const Communicator& comm, WorkKind kind, const DeviceOptions& device = {});

  // Tells `progress` of the computation in slices of about 20 microseconds, like shell quartets in a Fock build.
  void run(double seconds, ProgressStrategy& progress) const;
  WorkKind kind() const { return kind_; }
  double iterations_per_second() const { return iterations_per_second_; }  // 0 unless busy
  std::string device() const { return device_ ? device_->description() : ""; }

 private:
  const Communicator& comm_;
  WorkKind kind_;
  DeviceWait wait_;
  std::unique_ptr<Device> device_;  // used by one thread
  double iterations_per_second_ = 0;
};

}  // namespace fockproxy
