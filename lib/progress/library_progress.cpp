// Progress "library": the progress threads that MPI and ARMCI-MPI can start themselves, where they are told to.
#include <dlfcn.h>

#include <algorithm>

#include "parallel/thread_usage.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// MPIX_Start_progress_thread and MPIX_Stop_progress_thread of MPICH 4.1 and later: asked of the library that runs,
// which may be newer than the one that this was compiled with.
using ThreadCall = int (*)(int stream);
#ifdef MPIX_STREAM_NULL
constexpr int null_stream = MPIX_STREAM_NULL;
#else
constexpr int null_stream = 0x3c000000;  // its value wherever MPICH's mpi.h has it
#endif

ThreadCall thread_call([[maybe_unused]] const char* name) {
#ifdef MPICH_VERSION
  return reinterpret_cast<ThreadCall>(dlsym(RTLD_DEFAULT, name));
#else
  return nullptr;
#endif
}

// What was set proves nothing: the threads of the process that are not the program's own must have run.
class LibraryProgress : public ProgressStrategy {
 public:
  LibraryProgress()
      : start_thread_(thread_call("MPIX_Start_progress_thread")),
        stop_thread_(thread_call("MPIX_Stop_progress_thread")) {}
  ~LibraryProgress() override {
    if (running_) stop_thread_(null_stream);
  }

  void start() override {
    report_ = {};
    report_.helper = report_.library = true;
    if (start_thread_ && stop_thread_) {
      check_mpi(start_thread_(null_stream), "MPIX_Start_progress_thread");
      running_ = true;
    }
    before_ = library_threads();
  }
  void stop() override {
    report_.helper_cpu = library_threads().cpu - before_.cpu;
    report_.inside_mpi = report_.helper_cpu > 0;
    if (!running_) return;
    running_ = false;
    check_mpi(stop_thread_(null_stream), "MPIX_Stop_progress_thread");
  }

 private:
  ThreadCall start_thread_, stop_thread_;
  bool running_ = false;
  LibraryThreads before_;
};

}  // namespace

// The settings that this MPI knows, and the thread level that they need.
void prepare_library_progress(RuntimeOptions& needs) {
  const auto need = [&](const char* name, const char* value, const char* control_variable, int level) {
    needs.settings.push_back({name, value, control_variable});
    needs.thread_level = std::max(needs.thread_level, level);
  };
#if defined(I_MPI_VERSION)
  need("I_MPI_ASYNC_PROGRESS", "1", "I_MPI_ASYNC_PROGRESS", MPI_THREAD_MULTIPLE);
#elif defined(MPICH_VERSION)
  // Without multiple MPICH only prints a warning.
  if (thread_call("MPIX_Start_progress_thread")) needs.thread_level = MPI_THREAD_MULTIPLE;
  else need("MPIR_CVAR_ASYNC_PROGRESS", "1", "MPIR_CVAR_ASYNC_PROGRESS", MPI_THREAD_MULTIPLE);
#elif defined(OPEN_MPI)
  // It makes the rest of the library thread-safe by itself; only messages over TCP are its business.
  need("OMPI_MCA_btl_tcp_progress_thread", "1", "btl_tcp_progress_thread", MPI_THREAD_SINGLE);
#endif
  // Without multiple ARMCI-MPI warns and starts no thread.
  if (needs.global_arrays) need("ARMCI_PROGRESS_THREAD", "1", "", MPI_THREAD_MULTIPLE);
}

std::unique_ptr<ProgressStrategy> make_library_progress(const ProgressContext& context) {
  if (context.runtime.settings().empty() && !thread_call("MPIX_Start_progress_thread"))
    throw UsageError("progress library: UNSUPPORTED: nothing was switched on before MPI started: no progress thread of "
                     "this MPI is known, or other strategies are to run in the same job, which it would help too");
  return std::make_unique<LibraryProgress>();
}

}  // namespace fockproxy
