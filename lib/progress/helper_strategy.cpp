#include "progress/helper_strategy.hpp"

#include <fmt/format.h>

#include "parallel/failure.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {

void require_helper_ranks(const ProgressContext& context) {
  const RankSet& ranks = context.options.helper_ranks;
  const int size = context.runtime.world().size();
  if (ranks.largest() >= size)
    throw AgreedUsageError(fmt::format("--helper-ranks {} names rank {}, and the last of {} ranks is {}", ranks.str(),
                                       ranks.largest(), size, size - 1));
}

HelperStrategy::HelperStrategy(std::string_view name, const ProgressContext& context, std::unique_ptr<HelperTask> task)
    : world_(context.runtime.world()),
      task_(std::move(task)),
      wanted_(context.options.helper_ranks.contains(context.runtime.world().rank())) {
  const Runtime& runtime = context.runtime;
  if (runtime.thread_level_provided() < MPI_THREAD_MULTIPLE)
    throw AgreedUsageError(fmt::format("progress {} needs thread level multiple, MPI was started with {}", name,
                                       thread_level_name(runtime.thread_level_provided())));
  require_helper_ranks(context);
}

HelperStrategy::~HelperStrategy() {
  try {
    stop();
  } catch (const ComputationError& error) {
    // The error that abandoned the helper has been reported, but not that the helper cannot be stopped.
    if (thread_.joinable()) end_job((std::string("a progress helper cannot be stopped: ") + error.what()).c_str());
  }
}

void HelperStrategy::start() {
  report_ = {};
  if (!wanted_) return;
  report_.helper = true;
  returned_ = false;
  task_->prepare();
  thread_ = std::thread([this] {
    name_own_thread("helper");
    code_ = task_->run();
    cpu_ = thread_cpu_seconds();
    returned_ = true;
  });
  task_->await(returned_);
}

void HelperStrategy::stop() {
  if (!thread_.joinable()) return;
  const bool returned = returned_;
  report_.inside_mpi = !returned;
  task_->release(returned);
  thread_.join();
  report_.helper_cpu = cpu_;
  report_.polls = task_->polls();
  check_mpi(code_, "progress helper");
}

}  // namespace fockproxy
