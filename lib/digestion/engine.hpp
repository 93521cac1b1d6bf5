// Engines compute the tasks of a thread, on the thread itself or on a device.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "device/block_memory.hpp"
#include "device/device.hpp"
#include "digestion/digestor.hpp"
#include "digestion/fock_system.hpp"
#include "eri/kernel/task_view.hpp"
#include "parallel/session.hpp"
#include "progress/progress_strategy.hpp"
#include "support/cache_line.hpp"
#include "support/choice.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// Computes batches of tasks, one batch at a time. A batch is an argument of Digestor::digest_batch(). The engine may
// use the batch, its blocks and the screen from submit() until wait() returns. Local. It communicates only in waits
// that let MPI make progress. Not thread-safe: one per thread.
class alignas(apart) Engine {
 public:
  virtual ~Engine() = default;

  // Where the blocks of its tasks must be: on the host, or in memory of the device if EngineContext::path is
  // DevicePath::direct. The engine must outlive them.
  virtual BlockMemory& memory() { return host_memory(); }
  // Call it before the first submit() of a build. All batches of the build have this screen.
  virtual void begin(const QuartetScreen&) {}
  // Begins to compute the tasks of a batch. The thread may do other work during this, also communication.
  virtual void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) = 0;
  // Returns when the batch is computed and its counts are set. The strategy has its turns while the thread is free.
  // Throws the exception of the computation.
  virtual void wait(ProgressStrategy& progress) = 0;
  // The number of quartets since begin() that a core computed instead of the device. Empty for engines that leave none
  // to a core.
  virtual std::optional<std::int64_t> quartets_on_host() const { return {}; }
};

// Where a device keeps the blocks of its tasks, and how they reach it.
enum class DevicePath { host, staged, pageable, direct, device };
// Whether the device has blocks of its own, to and from which blocks of the host are copied.
constexpr bool copies_blocks(DevicePath path) { return path == DevicePath::staged || path == DevicePath::pageable; }
struct DevicePathEntry {
  std::string_view name;
  std::string_view summary;
  DevicePath path;
  std::string_view unsupported = "";  // why no engine has this path; empty: some engine has it
};
std::span<const DevicePathEntry> device_path_table();
const DevicePathEntry& look_up(Type<DevicePathEntry>, std::string_view name);  // throws UsageError likewise

// Receives the seconds that a device took for the quartets of one class of bra pairs and one of ket pairs of a batch.
using ClassSeconds = std::function<void(const eri::ClassView& bra, const eri::ClassView& ket, double seconds)>;

// The objects that an engine needs. All must outlive it.
struct EngineContext {
  const Session& session;
  const FockSystem& system;
  DeviceWait wait;
  DevicePath path;                // one that the engine supports
  const eri::KernelSet* kernels;  // of the host, for engines with own kernels; else nullptr
  // Makes a digestor for the integrals of the configuration, for engines that compute on the cores of the host.
  std::function<std::unique_ptr<Digestor>()> digestor;
  // Not empty: a GPU computes one class at a time, and the thread waits for each class. This takes longer.
  ClassSeconds class_seconds = {};
  // Number of engines of this thread on one device (SplitEngine). Each takes 1/streams of the working memory.
  int streams = 1;
};

// One line of the table of names.
struct EngineEntry {
  std::string_view name;
  std::string_view summary;
  bool own_kernels = true;                  // uses kernels of lib/eri; else Libint
  const eri::KernelSet* kernels = nullptr;  // these kernels; nullptr: those of the chosen one of eri::simd_paths()
  int in_flight = 1;                        // tasks in a batch that it makes good use of (--in-flight 0)
  bool device = false;                      // computes while the thread waits as --device-wait says
  bool staged = false;                      // a device that can have blocks of its own: copies_blocks(), and direct
  bool own_memory = false;                  // a device that cannot compute in the blocks of the host
  bool digestors = true;                    // computes with EngineContext::digestor
  // Throws UsageError, "UNSUPPORTED: reason", where the engine cannot work. Local; nullptr: it works everywhere.
  void (*require)() = nullptr;
  // Throws likewise if the device of this rank cannot work. Local; called where require() does not throw. nullptr:
  // every device can.
  void (*require_device)(const Runtime& runtime) = nullptr;
  // What a device is, for headings and documents: "NVIDIA H200, CUDA 13.0". Local; called as make(). nullptr: not a
  // GPU.
  std::string (*describe)(const Runtime& runtime) = nullptr;
  std::unique_ptr<Engine> (*make)(const EngineContext&);  // local; called only where neither of the two throws
};
std::span<const EngineEntry> engine_table();
const EngineEntry& look_up(Type<EngineEntry>, std::string_view name);  // throws UsageError listing the known names

}  // namespace fockproxy
