// The progress card of an MPI library: which operations are done while their target computes. Implementers are asked
// for this by the proposal of a progress attribute for windows (mpi-forum/mpi-issues 635).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "experiment/stack_profile.hpp"

namespace fockproxy {

// What rank 1 does to the memory of rank 0. derived: doubles in rows with gaps, contiguous at the origin.
struct CardOperation {
  std::string_view name;                       // put, get, accumulate, get_accumulate, fetch_and_op, compare_and_swap
  std::string_view combination = "";           // sum, replace, no_op, min, max; empty: it combines nothing
  std::string_view datatype = "double";        // int32, int64, double, derived
  int bytes = 8;                               // of the data
  std::string_view synchronisation = "flush";  // flush: in an epoch of MPI_Win_lock_all; shared, exclusive: an epoch of
                                               // its own, of MPI_Win_lock
};
// The operations of a card, those that differ in the datatype only next to each other.
const std::vector<CardOperation>& card_operations();

struct CardRow {
  CardOperation operation;
  ProfiledOperation measured;  // its window, points and reason; its kind does not count
};

// Collective; on rank 0, empty elsewhere. As profile_stack(). options.counters does not count.
std::vector<CardRow> measure_card(const Runtime& runtime, const SyntheticWork& work,
                                  std::span<const WindowKind> windows, ProgressStrategy& progress,
                                  const ProfileOptions& options);

}  // namespace fockproxy
