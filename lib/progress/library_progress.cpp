// Progress "library": the progress threads that MPI and ARMCI-MPI can start themselves if they are told to.
#include <algorithm>

#include "parallel/mpi_introspection.hpp"
#include "progress/library_switches.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

// The settings do not prove that a thread helps. Threads of the process that the program did not start must have run.
class LibraryProgress : public ProgressStrategy {
 public:
  void start() override {
    report_ = {};
    report_.helper = report_.library = true;
    before_ = library_threads();
  }
  void stop() override {
    report_.helper_cpu = library_threads().cpu - before_.cpu;
    report_.inside_mpi = report_.helper_cpu > 0;
  }

 private:
  LibraryThreads before_;
};

}  // namespace

// Requests the settings that the MPI library in this process knows, and the thread level that they need.
void prepare_library_progress(RuntimeOptions& needs) {
  const LibrarySwitches switches = library_switches(mpi_library_text());
  needs.settings.insert(needs.settings.end(), switches.settings.begin(), switches.settings.end());
  needs.thread_level = std::max(needs.thread_level, switches.thread_level);
  if (!needs.global_arrays) return;
  // Below level multiple, ARMCI-MPI prints a warning and starts no thread.
  needs.settings.push_back({.name = "ARMCI_PROGRESS_THREAD", .value = "1"});
  needs.thread_level = MPI_THREAD_MULTIPLE;
}

std::unique_ptr<ProgressStrategy> make_library_progress(const ProgressContext& context) {
  if (context.runtime.settings().empty())
    throw AgreedUsageError(
        "progress library: UNSUPPORTED: this program knows no setting for a progress thread of this MPI library");
  return std::make_unique<LibraryProgress>();
}

}  // namespace fockproxy
