// Counting the shell quartets that survive screening, by screening alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"
#include "verification/coverage.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

// The unique quartets that the screen keeps whose largest shell is in block `block`; that is the first block I of the
// tasks that they belong to. Of their bra pairs only every `stride`th from `first`, so that ranks can share the work.
// Local.
std::int64_t count_quartets(const QuartetScreen& screen, const BlockPartition& partition, int block, int first,
                            int stride);

// Collective; the same on every rank. digested: the quartets that this rank's tasks digested, by first block; they must
// be, over all ranks, as many as the screen keeps. A digestor that leaves out a quartet, or a task, cannot pass. Blocks
// are counted in random order for as long as `effort` has time; the first few always. Adds what was counted to
// `coverage`.
Check check_census(const Communicator& comm, const QuartetScreen& screen, const BlockPartition& partition,
                   std::span<const std::int64_t> digested, const Effort& effort, Coverage& coverage);

}  // namespace fockproxy
