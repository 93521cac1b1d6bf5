// The progress card of an MPI library: which operations complete while their target computes. The proposal of a
// progress attribute for windows (mpi-forum/mpi-issues 635) asks implementers for this.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "experiment/stack_profile.hpp"

namespace fockproxy {

// An operation of rank 1 on the memory of rank 0. derived: doubles in rows with gaps, contiguous at the origin.
struct CardOperation {
  std::string_view name;                       // put, get, accumulate, get_accumulate, fetch_and_op, compare_and_swap
  std::string_view combination = "";           // sum, replace, no_op, min, max; empty: the operation combines nothing
  std::string_view datatype = "double";        // int32, int64, double, derived
  int bytes = 8;                               // of the data
  std::string_view synchronisation = "flush";  // flush: MPI_Win_lock_all; shared, exclusive: MPI_Win_lock
};
// The operations of a card. Operations that differ only in the datatype are next to each other.
const std::vector<CardOperation>& card_operations();

struct CardRow {
  CardOperation operation;
  ProfiledOperation measured;  // its window, points and reason; its kind has no meaning
};

// Collective; the result is on rank 0, empty on other ranks. As profile_stack(). options.counters is unused.
std::vector<CardRow> measure_card(const Runtime& runtime, const SyntheticWork& work,
                                  std::span<const WindowKind> windows, ProgressStrategy& progress,
                                  const ProfileOptions& options);

}  // namespace fockproxy
