// Progress "library": the progress threads that MPI and ARMCI-MPI can start themselves if they are told to.
#include <algorithm>

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

// Requests the settings that this MPI knows, and the thread level that they need.
void prepare_library_progress(RuntimeOptions& needs) {
  const auto need = [&](const char* name, const char* value, const char* control_variable, int level) {
    needs.settings.push_back({name, value, control_variable});
    needs.thread_level = std::max(needs.thread_level, level);
  };
#if defined(I_MPI_VERSION)
  need("I_MPI_ASYNC_PROGRESS", "1", "I_MPI_ASYNC_PROGRESS", MPI_THREAD_MULTIPLE);
#elif defined(MPICH_VERSION)
  // Below level multiple, MPICH only prints a warning. (MPIX_Start_progress_thread could start it later, but 4.3.2 and
  // 5.0.2 refuse MPIX_STREAM_NULL, and windows do not use other streams.)
  need("MPIR_CVAR_ASYNC_PROGRESS", "1", "MPIR_CVAR_ASYNC_PROGRESS", MPI_THREAD_MULTIPLE);
#elif defined(OPEN_MPI)
  // This makes the rest of the library thread-safe; it serves only messages over TCP.
  need("OMPI_MCA_btl_tcp_progress_thread", "1", "btl_tcp_progress_thread", MPI_THREAD_SINGLE);
#endif
  // Below level multiple, ARMCI-MPI prints a warning and starts no thread.
  if (needs.global_arrays) need("ARMCI_PROGRESS_THREAD", "1", "", MPI_THREAD_MULTIPLE);
}

std::unique_ptr<ProgressStrategy> make_library_progress(const ProgressContext& context) {
  if (context.runtime.settings().empty())
    throw AgreedUsageError(
        "progress library: UNSUPPORTED: no progress thread of the MPI library was switched on before it started. None "
        "is "
        "known here, or the job also runs other strategies, which the thread would help too");
  return std::make_unique<LibraryProgress>();
}

}  // namespace fockproxy
