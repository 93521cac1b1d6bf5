#include "replay/recorded_tasks.hpp"

#include <algorithm>
#include <vector>

namespace fockproxy {

namespace {

BlockLayout broadcast_layout(const Communicator& world, const BlockLayout& own) {
  std::vector<int> sizes{own.spins(), own.blocks()};
  world.broadcast(std::span(sizes));
  std::vector<int> first(static_cast<std::size_t>(sizes[1]) + 1);
  if (world.is_root())
    for (int b = 0; b <= own.blocks(); ++b) first[static_cast<std::size_t>(b)] = own.first_row(b);
  world.broadcast(std::span(first));
  return {first, sizes[0]};
}

std::size_t words_of(const Communicator& world, const predict::Recording& recording) {
  std::int64_t tasks = std::ssize(recording.tasks);
  world.broadcast(std::span(&tasks, 1));
  return predict::words_per_task * static_cast<std::size_t>(tasks);
}

}  // namespace

RecordedTasks::RecordedTasks(const Communicator& world, const predict::Recording& recording)
    : layout_(broadcast_layout(world, recording.layout)), words_(world, words_of(world, recording)) {
  const std::span<double> words = words_.begin();
  if (world.is_root()) {
    auto to = words.begin();
    for (const predict::PredictedTask& task : recording.tasks) to = std::ranges::copy(predict::encoded(task), to).out;
  }
  words_.finish();
}

}  // namespace fockproxy
