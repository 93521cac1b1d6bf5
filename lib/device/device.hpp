// Devices, which compute beside a thread, and the ways in which the thread waits for them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "progress/progress_strategy.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// How a thread waits for a device (docs: devices). CUDA has the first three as flags of a context (cuCtxCreate).
enum class DeviceWait { spin, yield, block, callback, query, poll };
struct DeviceWaitEntry {
  std::string_view name;
  std::string_view summary;
  DeviceWait wait;
};
std::span<const DeviceWaitEntry> device_wait_table();
const DeviceWaitEntry& look_up(Type<DeviceWaitEntry>,
                               std::string_view name);  // throws UsageError listing the known names

// Work on a device, one piece at a time. Local; not thread-safe.
class DeviceJob {
 public:
  virtual ~DeviceJob() = default;

  // Asks whether the work has ended. Returns at once.
  virtual bool done() = 0;
  // Returns when the work has ended. The thread waits in the way `way`: spin, yield, block or callback.
  virtual void synchronize(DeviceWait way) = 0;
  // Throws the exception of the work, once.
  virtual void rethrow() {}
};

// Waits for a job in any of the ways, and throws its exception. With `query` and `poll` the strategy has a turn every
// 100 microseconds. `poll` calls MPI_Iprobe on `comm` between two calls of done().
void wait_for(DeviceJob& job, DeviceWait way, ProgressStrategy& progress, const Communicator& comm);

// A device that is busy for a given time and computes nothing.
class Device : public DeviceJob {
 public:
  virtual void begin(double seconds) = 0;       // returns at once
  virtual std::string description() const = 0;  // for headings and documents
};

// One line of the table of names.
struct DeviceEntry {
  std::string_view name;
  std::string_view summary;
  // Local; throws UsageError, "UNSUPPORTED: reason". `index`: the number of the device on the node; if the node has
  // fewer devices, several ranks share one. `way`: how the thread will wait.
  std::unique_ptr<Device> (*make)(int index, DeviceWait way);
};
std::span<const DeviceEntry> device_table();
const DeviceEntry& look_up(Type<DeviceEntry>, std::string_view name);  // throws UsageError listing the known names

struct DeviceOptions {
  Choice<DeviceEntry> device = "cuda";
  Choice<DeviceWaitEntry> wait = "spin";
};

// Collective. A device for each rank. The ranks of a node get its devices in turn. Throws the same AgreedUsageError on
// all ranks if a rank has no device.
std::unique_ptr<Device> make_device(const Communicator& world, const DeviceOptions& options);

}  // namespace fockproxy
