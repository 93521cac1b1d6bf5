// Counts the shell quartets that survive screening, by screening alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"
#include "verification/coverage.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

// The number of unique quartets that the screen keeps and whose largest shell is in block `block`, the first block I of
// their tasks. It counts only every `stride`-th bra pair from `first` on, so that ranks can share the work. Local.
std::int64_t count_quartets(const QuartetScreen& screen, const BlockPartition& partition, int block, int first,
                            int stride);

// Collective; the same on every rank. digested: the quartets that this rank's tasks digested, by first block. Over all
// ranks they must be as many as the screen keeps, so a digestor that leaves out a quartet or a task cannot pass. Blocks
// are counted in random order while `effort` has time, and the first few always. Adds the counted quartets to
// `coverage`.
Check check_census(const Communicator& comm, const QuartetScreen& screen, const BlockPartition& partition,
                   std::span<const std::int64_t> digested, const Effort& effort, Coverage& coverage);

}  // namespace fockproxy
