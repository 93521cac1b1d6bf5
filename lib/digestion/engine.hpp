// Engines: what computes the tasks of a thread, the thread itself or a device.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "device/device.hpp"
#include "digestion/digestor.hpp"
#include "digestion/fock_system.hpp"
#include "parallel/session.hpp"
#include "progress/progress_strategy.hpp"
#include "support/cache_line.hpp"
#include "support/choice.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// Computes batches of tasks, one batch at a time. A batch is what Digestor::digest_batch() takes. It, its blocks and
// the screen belong to the engine from submit() until wait() returns. Local, without communication, but for what a wait
// does to let MPI make progress. Not thread-safe: one per thread.
class alignas(apart) Engine {
 public:
  virtual ~Engine() = default;

  // Begins with the tasks of a batch. The thread may do other things meanwhile, communication too.
  virtual void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) = 0;
  // Returns when the batch is computed and its counts are set. The strategy has its turns where the thread is free.
  // Throws what the computation threw.
  virtual void wait(ProgressStrategy& progress) = 0;
};

// What an engine is made of. All must outlive it.
struct EngineContext {
  const Session& session;
  const FockSystem& system;
  DeviceWait wait;
  // A digestor of the integrals that the configuration names, for engines that compute on the host's cores.
  std::function<std::unique_ptr<Digestor>()> digestor;
};

// One line of the table of names.
struct EngineEntry {
  std::string_view name;
  std::string_view summary;
  bool own_kernels = true;  // of one of eri::simd_paths(); else Libint's
  bool device = false;      // computes beside the thread, which waits as --device-wait says
  std::unique_ptr<Engine> (*make)(const EngineContext&);  // local; throws UsageError, "UNSUPPORTED: reason"
};
std::span<const EngineEntry> engine_table();
const EngineEntry& look_up(Type<EngineEntry>, std::string_view name);  // throws UsageError listing the known names

}  // namespace fockproxy
