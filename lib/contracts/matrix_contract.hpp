// The contract of DistributedMatrix, as checks that return the violations. Collective; the result is the same on every
// rank. Backends and negative controls run the same checks.
#pragma once

#include <string>

#include "contracts/violations.hpp"
#include "matrices/distributed_matrix.hpp"

namespace fockproxy::contracts {

struct NamedLayout {
  std::string name;
  BlockLayout layout;
};
// Single elements, one whole block, blocks of unequal size that are not multiples of a page, one and two spins, and
// fewer blocks than ranks.
std::vector<NamedLayout> contract_layouts();
// The two most demanding of these layouts.
std::vector<NamedLayout> few_contract_layouts();

// All elements of a new matrix must be zero.
Violations check_new(const Communicator& comm, DistributedMatrix& matrix);

// All ranks add integers to all blocks, each in a different order, singly and several at once, also the same block
// twice in one call. They overwrite their buffers afterwards. The sums must be exact in panel() and get() after a
// fence, in two rounds.
Violations check_sums(const Communicator& comm, DistributedMatrix& matrix);

// The same for integer_panel() of a matrix of integers, with values that no double can hold, and after zero().
Violations check_integer_sums(const Communicator& comm, DistributedMatrix& matrix);

// get() and panel() must see set_panel(). Both must see zero(), also after accumulates without a fence.
Violations check_set_and_zero(const Communicator& comm, DistributedMatrix& matrix);

// Gets in two halves, 1 to most_started blocks at a time. Every block must be there when the second half returns, and
// is checked then. A matrix without them (can_start_get()) must refuse both halves.
Violations check_split_gets(const Communicator& comm, DistributedMatrix& matrix);

// Every rank's get(), or every panel for integers, must see the accumulates of a rank after complete() and a barrier.
// With AccumulateCompletion::remote the barrier alone must suffice.
Violations check_completion(const Communicator& comm, DistributedMatrix& matrix, AccumulateCompletion completion);

// Every owner must be a rank, and the panels must cover each block exactly once and agree with owner().
Violations check_ownership(const Communicator& comm, const Ownership& ownership, int blocks);

using MatrixMaker = std::function<std::unique_ptr<DistributedMatrix>(const BlockLayout&)>;

// All checks above, except those for integers, for each layout, up to the first violation.
Violations check_matrix(const Communicator& comm, const MatrixMaker& make, AccumulateCompletion completion,
                        const std::vector<NamedLayout>& layouts);

}  // namespace fockproxy::contracts
