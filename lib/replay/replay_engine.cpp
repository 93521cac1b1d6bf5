#include "replay/replay_engine.hpp"

#include "support/clock.hpp"
#include "support/random.hpp"

namespace fockproxy {

std::int64_t replay_weight(TaskId id, const predict::PredictedTask& task) {
  if (task.quartets == 0) return 0;
  return 1 + static_cast<std::int64_t>(hash64(static_cast<std::uint64_t>(number(id))) % 7);
}

void ReplayEngine::add_contributions(const TaskInFlight& one, std::int64_t weight) const {
  const auto pairs = block_pairs(one.task);
  const auto factor = static_cast<double>(weight);
  for (int role = 0; role < block_roles; ++role) {
    const auto [row, column] = pairs[role];
    const std::int64_t elements = tasks_.layout().elements(row, column);
    for (std::int64_t e = 0; e < elements; ++e) one.blocks.fock[role][e] += factor * one.blocks.density[role][e];
  }
}

void ReplayEngine::wait(ProgressStrategy& progress) {
  for (TaskInFlight& one : batch_) {
    const double start = now();
    const predict::PredictedTask recorded = tasks_.of(one.id);
    add_contributions(one, replay_weight(one.id, recorded));
    one.counts = {recorded.quartets, recorded.quartets};
    const double done = now(), left = stretch_ * recorded.seconds - (done - start);
    if (left <= 0) continue;
    if (work_.kind() == WorkKind::sleep) {
      progress.sleep(left);
    } else {
      progress.pause(done);  // the work resumes and pauses by itself
      work_.run(left, progress);
      progress.resume(now());
    }
  }
}

}  // namespace fockproxy
