#include "predict/self_scheduling.hpp"

#include <utility>

namespace fockproxy::predict {

SelfScheduling::SelfScheduling(int ranks, SelfSchedulingOptions options)
    : options_(std::move(options)), ranks_(static_cast<std::size_t>(ranks)) {
  int workers = 0;
  for (int rank = 0; rank < ranks; ++rank)
    if (options_.works.empty() || options_.works[rank]) ranks_[rank].worker = workers++;
}

Step SelfScheduling::next(int rank) {
  Rank& self = ranks_[rank];
  if (self.worker < 0) return Step::end();
  if (!self.started) {
    self.started = true;
    self.range = options_.schedule->share(self.worker, options_.tasks).value_or(PositionRange{0, 0});
  }
  if (std::exchange(self.drawing, false)) {
    const auto range = options_.schedule->range(self.ticket, options_.tasks);
    if (!range) return Step::end();
    self.range = *range;
  }
  if (!self.range.empty()) return Step::compute(options_.task_seconds(rank, self.range.take()));
  self.drawing = true;
  return Step::operate(options_.draw(rank));
}

}  // namespace fockproxy::predict
