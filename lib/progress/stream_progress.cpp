// Progress "stream": MPICH's own progress thread (mpix_progress.hpp), in the timed regions alone.
#include <thread>

#include "progress/helper_strategy.hpp"
#include "progress/mpix_progress.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

// Reports as "library" does: the CPU time of the library's threads, which shows whether MPICH's thread ran.
class StreamProgress final : public ProgressStrategy {
 public:
  explicit StreamProgress(const ProgressContext& context)
      : wanted_(context.options.helper_ranks.contains(context.runtime.world().rank())) {}
  // After an error the thread may still run. MPI_Finalize ends it at the latest.
  ~StreamProgress() override {
    if (running_) stop_progress_thread();
  }

  void start() override {
    report_ = {};
    if (!wanted_) return;
    report_.helper = report_.library = true;
    before_ = library_threads().cpu;
    check_mpi(start_progress_thread(), "MPIX_Start_progress_thread");
    running_ = true;
    await_thread();
  }
  void stop() override {
    if (!running_) return;
    report_.helper_cpu = library_threads().cpu - before_;  // first, because the thread's clock ends with it
    report_.inside_mpi = report_.helper_cpu > 0;
    running_ = false;
    check_mpi(stop_progress_thread(), "MPIX_Stop_progress_thread");
  }

 private:
  // Returns when the thread has run, or after some time on crowded cores. The other helpers are awaited too.
  void await_thread() const {
    constexpr double patience = 1;  // seconds
    const double start = now();
    while (library_threads().cpu <= before_ && now() - start < patience) std::this_thread::yield();
  }

  bool wanted_;  // on this rank
  bool running_ = false;
  double before_ = 0;  // CPU seconds of the library's threads
};

}  // namespace

std::unique_ptr<ProgressStrategy> make_stream_progress(const ProgressContext& context) {
  if (const std::string reason = no_progress_thread(context.runtime); !reason.empty())
    throw AgreedUsageError("progress stream: UNSUPPORTED: " + reason);
  require_helper_ranks(context);
  return std::make_unique<StreamProgress>(context);
}

}  // namespace fockproxy
