// The tasks of a recording (predict/recording.hpp), for all ranks.
#pragma once

#include <cstdint>
#include <span>

#include "matrices/block_layout.hpp"
#include "parallel/node_array.hpp"
#include "predict/recording.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// A node has one copy. Collective construction and destruction; then immutable and thread-safe.
class RecordedTasks final : public TaskSource {
 public:
  // recording: of rank 0; unused on other ranks.
  RecordedTasks(const Communicator& world, const predict::Recording& recording);

  const BlockLayout& layout() const { return layout_; }  // of D and F
  std::int64_t tasks() const override { return std::ssize(words_.elements()) / std::int64_t{predict::words_per_task}; }
  Task task(TaskId id) const override { return of(id).task; }
  predict::PredictedTask of(TaskId id) const {
    return predict::decoded(words_.elements()
                                .subspan(predict::words_per_task * static_cast<std::size_t>(number(id)))
                                .first<predict::words_per_task>());
  }

 private:
  BlockLayout layout_;
  NodeArray<double> words_;
};

}  // namespace fockproxy
