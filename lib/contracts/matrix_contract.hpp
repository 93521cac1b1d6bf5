// The contract of DistributedMatrix, as checks that return what was violated. Collective; the result is the same on
// every rank. Backends and negative controls are held to the very same checks.
#pragma once

#include <string>

#include "contracts/violations.hpp"
#include "matrices/distributed_matrix.hpp"

namespace fockproxy::contracts {

struct NamedLayout {
  std::string name;
  BlockLayout layout;
};
// Single elements, one whole block, ragged blocks that are no multiple of a page, one and two spins, fewer blocks than
// ranks.
std::vector<NamedLayout> contract_layouts();
// Two of them, the hardest.
std::vector<NamedLayout> few_contract_layouts();

// A new matrix, never written to: all zeros.
Violations check_new(const Communicator& comm, DistributedMatrix& matrix);

// All ranks add integers to all blocks in orders of their own, singly and several at once, the same block twice in one
// call, and spoil their buffers afterwards: the sums are exact in panel() and in get() after a fence, over two rounds.
Violations check_sums(const Communicator& comm, DistributedMatrix& matrix);

// The same of integer_panel() of a matrix of integers, which no double holds, and after zero().
Violations check_integer_sums(const Communicator& comm, DistributedMatrix& matrix);

// set_panel() is seen by get() and panel(); zero() by both, also after accumulates without a fence.
Violations check_set_and_zero(const Communicator& comm, DistributedMatrix& matrix);

// Gets in two halves, one to most_started blocks at a time: every block is there, and looked at, as soon as the second
// half has returned. A matrix that has none (can_start_get()) must refuse both halves.
Violations check_split_gets(const Communicator& comm, DistributedMatrix& matrix);

// What a rank added is seen by every rank's get(), or of integers in every panel, after complete() and a barrier; under
// AccumulateCompletion::remote after no more than the barrier.
Violations check_completion(const Communicator& comm, DistributedMatrix& matrix, AccumulateCompletion completion);

// Every owner is a rank, the panels cover each block exactly once, and agree with owner().
Violations check_ownership(const Communicator& comm, const Ownership& ownership, int blocks);

using MatrixMaker = std::function<std::unique_ptr<DistributedMatrix>(const BlockLayout&)>;

// All of the above, but for integers, for each layout, up to the first violated check.
Violations check_matrix(const Communicator& comm, const MatrixMaker& make, AccumulateCompletion completion,
                        const std::vector<NamedLayout>& layouts);

}  // namespace fockproxy::contracts
