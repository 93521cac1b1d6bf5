#include "app/ladder/ladder_steps.hpp"

#include <utility>

namespace fockproxy {

std::span<const LadderStep> ladder_steps() {
  static constexpr LadderStep steps[] = {
      {"whole rows", "whole rows of the owner's panel, by a datatype, a lock and an unlock for every operation",
       "rma_matrix.cpp, move_alone()",
       [](FockConfig& e) {
         e.blocks.cache = "none";
         e.blocks.matrices.storage = BlockStorage::rows;
         e.blocks.matrices.epoch = Epoch::each;
         e.blocks.matrices.issue = Issue::each;
       },
       -1},
      {"packed", "the block alone: a datatype at the target, one contiguous buffer here", "rma_matrix.cpp, place()",
       [](FockConfig& e) { e.blocks.matrices.storage = BlockStorage::strided; }, 0},
      {"tiles", "blocks are contiguous at their owners too: no datatype", "rma_panels.cpp, position()",
       [](FockConfig& e) { e.blocks.matrices.storage = BlockStorage::tiled; }, 1},
      {"lock_all", "one epoch for the whole build, a flush after each operation", "rma_matrix.cpp, own_epochs()",
       [](FockConfig& e) { e.blocks.matrices.epoch = Epoch::whole; }, 2},
      {"batch", "a task's operations are issued together and completed once", "rma_matrix.cpp, flush_local()",
       [](FockConfig& e) { e.blocks.matrices.issue = Issue::batch; }, 3},
      {"requests", "each is waited for by its own request instead", "rma_matrix.cpp, move_all()",
       [](FockConfig& e) { e.blocks.matrices.issue = Issue::request; }, 4},
      {"held blocks",
       "IJ, IK and JK stay while consecutive tasks share them: 3 + 3 operations a task (completed in a batch)",
       "cache_ijk.cpp, fetch()", [](FockConfig& e) { e.blocks.cache = "ijk"; }, 4},
      {"merged", "blocks that come twice move once, and consecutive accumulates to a block are one",
       "cache_merged.cpp, accumulate()", [](FockConfig& e) { e.blocks.cache = "merged"; }, 6},
      {"prefetch", "the next task's blocks travel while this one is computed (held blocks)", "task_loop.cpp, run()",
       [](FockConfig& e) { e.blocks.prefetch_blocks = true; }, 6},
      {"node reads", "D blocks of the node's own ranks are loads (merged)", "node_reads.cpp, copy_or()",
       [](FockConfig& e) { e.blocks.node_reads = true; }, 7},
      {"replicated", "all of D on every rank, F summed at the end: no operation at all",
       "replicated_matrix.cpp, set_panel()", [](FockConfig& e) { e.blocks.cache = "replicated"; }, 7},
      {"device", "a device computes in the blocks of the host; its rank waits without MPI calls (held blocks)",
       "emulated_engine.cpp, submit()",
       [](FockConfig& e) {
         e.integrals.device_path = "host";
         e.integrals.device_wait = "block";
         e.integrals.device_streams = 1;
       },
       6, true},
      {"pageable", "blocks are copied to the memory of the device and back, through ordinary memory of the host",
       "staged_blocks.cpp, upload()", [](FockConfig& e) { e.integrals.device_path = "pageable"; }, 11, true},
      {"staged", "this memory is page-locked: copies leave the thread free (no change on an emulated device)",
       "cuda_memory.cpp, copy_in_stream()", [](FockConfig& e) { e.integrals.device_path = "staged"; }, 12, true},
      {"direct", "one-sided calls take the addresses of blocks on the device: only checks copy them",
       "direct_blocks.cpp, pack()", [](FockConfig& e) { e.integrals.device_path = "direct"; }, 13, true},
      {"get ahead", "the blocks of the next task are transferred between ranks while the device computes (staged)",
       "task_loop.cpp, run()", [](FockConfig& e) { e.blocks.prefetch_blocks = true; }, 13, true},
      {"in flight", "up to 8 tasks of a ticket with the same I and J are copied and computed together (staged)",
       "task_loop.cpp, add_alike()", [](FockConfig& e) { e.dealing.chunk = e.blocks.in_flight = 8; }, 13, true},
      {"streams", "half of these tasks are copied while the device computes the other half",
       "split_engine.cpp, submit()", [](FockConfig& e) { e.integrals.device_streams = 2; }, 16, true},
      {"polling", "a waiting rank queries the device and calls MPI alternately", "device.cpp, wait_for()",
       [](FockConfig& e) { e.integrals.device_wait = "poll"; }, 17, true},
  };
  return steps;
}

FockConfig with_step(const LadderStep& step, FockConfig start) {
  if (step.base >= 0) start = with_step(ladder_steps()[static_cast<std::size_t>(step.base)], std::move(start));
  step.apply(start);
  return start;
}

}  // namespace fockproxy
