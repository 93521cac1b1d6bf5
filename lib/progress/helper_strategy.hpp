// The strategies that consist of a thread beside the computation, on the ranks of --helper-ranks.
#pragma once

#include <atomic>
#include <string_view>
#include <thread>

#include "progress/progress_strategy.hpp"

namespace fockproxy {

// What the thread does. Local; each function says which thread calls it.
class HelperTask {
 public:
  virtual ~HelperTask() = default;

  // The computing thread, before the helper is started.
  virtual void prepare() {}
  // The helper: returns an MPI error code, and should do so only after release().
  virtual int run() = 0;
  // The computing thread, after the helper was started: returns when run() is inside MPI, as far as that can be seen,
  // or when `returned` says that it is over.
  virtual void await(const std::atomic<bool>& returned) = 0;
  // The computing thread, once for each run(): makes it return. `returned`: it had already left MPI by itself.
  virtual void release(bool returned) = 0;
  virtual std::int64_t polls() const { return 0; }  // the computing thread, after run()
};

// Throws AgreedUsageError if --helper-ranks names a rank that does not exist. Local.
void require_helper_ranks(const ProgressContext& context);

// Needs thread level multiple. Throws UsageError if MPI was started with a lower level, or if a helper rank does not
// exist.
class HelperStrategy : public ProgressStrategy {
 public:
  HelperStrategy(std::string_view name, const ProgressContext& context, std::unique_ptr<HelperTask> task);
  // If a helper still runs because an error unwinds the stack, the destructor stops it, so that no thread is inside MPI
  // in MPI_Finalize. If it cannot stop the helper, it ends the job.
  ~HelperStrategy() override;

  void start() override;
  void stop() override;

 private:
  const Communicator& world_;
  std::unique_ptr<HelperTask> task_;
  bool wanted_;  // on this rank
  std::thread thread_;
  std::atomic<bool> returned_{true};
  int code_ = MPI_SUCCESS;  // written by the helper, read after join
  double cpu_ = 0;          // likewise
};

}  // namespace fockproxy
