#include "fock/task_team.hpp"

#include <utility>

#include "progress/thread_progress.hpp"
#include "support/clock.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {

namespace {

void note_usage(const ThreadUsage& usage, RankRecord& record) {
  record.cpu = usage.cpu;
  record.run_queue_delay = usage.run_queue_delay;
  record.involuntary_switches = usage.involuntary_switches;
}

// Adds the draws to the tally of the counter, by the location of their target. To be called after the last next().
void note_dealing(const Runtime& runtime, const Distributor& distributor, RankRecord& record) {
  OperationTally& tally = record[OperationKind::counter];
  const auto by_target = distributor.log().by_target();
  for (int rank = 0; rank < std::ssize(by_target); ++rank) {
    const int target = static_cast<int>(target_of(runtime, rank));
    tally.operations[target] += by_target[rank].draws;
    tally.bytes[target] += by_target[rank].bytes;
    tally.seconds[target] += by_target[rank].seconds;
  }
  record.draws_past_end += distributor.log().past_end;
  for (const Statistic& statistic : distributor.statistics()) record.statistics.add(statistic.name, statistic.value);
  record.idle = !distributor.works();
}

}  // namespace

TaskTeam::TaskTeam(const Session& session, const FockConfig& config, const EngineMaker& engine, BuildBackends& backends)
    : session_(session),
      config_(config),
      calls_(config.threads.calls->make()),
      team_(session.runtime, config.threads.count),
      distributor_(std::move(backends.distributor)),
      draws_(*distributor_, *calls_, config.effective_blocks().most_in_flight()),
      progress_(std::move(backends.progress)) {
  for (int t = 0; t < threads(); ++t) engines_.push_back(engine());
  if (threads() == 1) return;
  progress_ = std::make_unique<ThreadProgress>(std::move(progress_), *calls_);
  for (int t = 0; t < threads(); ++t) thread_draws_.push_back(draws_of(t));
  for (int t = 1; t < threads(); ++t) no_progress_.push_back(find_progress("none").make({session.runtime}));
}

std::vector<BlockMemory*> TaskTeam::memories() const {
  std::vector<BlockMemory*> of_threads;
  for (const auto& engine : engines_) of_threads.push_back(&engine->memory());
  return of_threads;
}

Distributor& TaskTeam::work(int thread) {
  return thread_draws_.empty() ? *distributor_ : *thread_draws_[static_cast<std::size_t>(thread)];
}

std::unique_ptr<Distributor> TaskTeam::draws_of(int thread) {
  auto own = config_.threads.calls->at_once ? distributor_->for_thread() : nullptr;
  if (own == nullptr) own = std::make_unique<ThreadDraws>(draws_, thread == 0);
  return own;
}

void TaskTeam::begin(std::int64_t tasks) {
  distributor_->begin(tasks);
  draws_.begin();
  for (const auto& draws : thread_draws_) draws->begin(tasks);
  progress_->start();
}

void TaskTeam::run(const BuildTasks& tasks, BuildMatrices& matrices, std::span<DrawnTasks> drawn,
                   std::span<LoopRecord> records) {
  team_.run(*calls_, [&](int thread) {
    const auto t = static_cast<std::size_t>(thread);
    run_thread(thread, tasks, matrices.blocks(thread), drawn[t], records[t]);
  });
  distributor_->finish();  // next() finishes by itself when nothing is left
}

void TaskTeam::run_thread(int thread, const BuildTasks& tasks, BlockCache& blocks, DrawnTasks& drawn,
                          LoopRecord& record) {
  const ThreadUsage usage = thread_usage();
  TaskLoop(session_.watchdog, *engines_[static_cast<std::size_t>(thread)], progress(thread), config_)
      .run(tasks, work(thread), blocks, drawn, record);
  note_usage(thread_usage() - usage, record.rank);
  record.done = now();
  note_dealing(session_.runtime, work(thread), record.rank);
}

}  // namespace fockproxy
