// What stands for a task's computation: nothing of MPI, and no clock, inside.
#pragma once

#include <cstdint>
#include <string_view>

#include "device/device.hpp"
#include "parallel/communicator.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {

// busy: a fixed number of iterations, calibrated while the machine was quiet, so that whatever disturbs the rank makes
// the work longer instead of shorter; sleep: the rank sleeps, so that many ranks can be studied on few cores (a
// sleeping rank makes no progress either); device: a device is busy, and the rank waits for it.
enum class WorkKind { busy, sleep, device };

// Does tasks of given lengths. Local. run() is thread-safe where each thread has its own progress strategy, unless a
// device does them.
class SyntheticWork {
 public:
  // Collective. For busy work the ranks calibrate one after the other while the others wait without spinning. `device`
  // is for that kind alone; throws AgreedUsageError where a rank has no such device. `comm` must outlive it.
  SyntheticWork(const Communicator& comm, WorkKind kind, const DeviceOptions& device = {});

  // `progress` hears of the computation in slices of about 20 microseconds, as of shell quartets in a Fock build.
  void run(double seconds, ProgressStrategy& progress) const;
  WorkKind kind() const { return kind_; }
  double iterations_per_second() const { return iterations_per_second_; }  // 0 unless busy
  std::string device() const { return device_ ? device_->description() : ""; }

 private:
  const Communicator& comm_;
  WorkKind kind_;
  DeviceWait wait_;
  std::unique_ptr<Device> device_;  // for one thread
  double iterations_per_second_ = 0;
};

}  // namespace fockproxy
