#include "app/ladder/ladder_steps.hpp"

namespace fockproxy {

std::span<const LadderStep> ladder_steps() {
  static constexpr LadderStep steps[] = {
      {"whole rows", "whole rows of the owner's panel, by a datatype, a lock and an unlock for every operation",
       "rma_matrix.cpp, move_alone()",
       [](BlockOptions& e) {
         e.cache = "none";
         e.matrices.storage = BlockStorage::rows;
         e.matrices.epoch = Epoch::each;
         e.matrices.issue = Issue::each;
       },
       -1},
      {"packed", "the block alone: a datatype at the target, one contiguous buffer here", "rma_matrix.cpp, place()",
       [](BlockOptions& e) { e.matrices.storage = BlockStorage::strided; }, 0},
      {"tiles", "blocks are contiguous at their owners too: no datatype", "rma_panels.cpp, position()",
       [](BlockOptions& e) { e.matrices.storage = BlockStorage::tiled; }, 1},
      {"lock_all", "one epoch for the whole build, a flush after each operation", "rma_matrix.cpp, own_epochs()",
       [](BlockOptions& e) { e.matrices.epoch = Epoch::whole; }, 2},
      {"batch", "a task's operations are issued together and completed once", "rma_matrix.cpp, flush_local()",
       [](BlockOptions& e) { e.matrices.issue = Issue::batch; }, 3},
      {"requests", "each is waited for by its own request instead", "rma_matrix.cpp, move_all()",
       [](BlockOptions& e) { e.matrices.issue = Issue::request; }, 4},
      {"held blocks",
       "IJ, IK and JK stay while consecutive tasks share them: 3 + 3 operations a task (completed in a batch)",
       "cache_ijk.cpp, fetch()", [](BlockOptions& e) { e.cache = "ijk"; }, 4},
      {"merged", "blocks that come twice move once, and consecutive accumulates to a block are one",
       "cache_merged.cpp, accumulate()", [](BlockOptions& e) { e.cache = "merged"; }, 6},
      {"prefetch", "the next task's blocks travel while this one is computed (held blocks)", "task_loop.cpp, run()",
       [](BlockOptions& e) { e.prefetch_blocks = true; }, 6},
      {"node reads", "D blocks of the node's own ranks are loads (merged)", "node_reads.cpp, copy_or()",
       [](BlockOptions& e) { e.node_reads = true; }, 7},
      {"replicated", "all of D on every rank, F summed at the end: no operation at all",
       "replicated_matrix.cpp, set_panel()", [](BlockOptions& e) { e.cache = "replicated"; }, 7},
  };
  return steps;
}

BlockOptions blocks_of(const LadderStep& step, BlockOptions start) {
  if (step.base >= 0) start = blocks_of(ladder_steps()[static_cast<std::size_t>(step.base)], start);
  step.apply(start);
  return start;
}

}  // namespace fockproxy
