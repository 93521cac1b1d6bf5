// Many requests in flight at once: MPI_Rget, MPI_Rput and MPI_Raccumulate (MPI-4.0 section 12.3.5). The test checks the
// data as soon as MPI_Wait reports completion.
#pragma once

#include <vector>

#include "check/check_row.hpp"
#include "check/patches.hpp"

namespace fockproxy::check {

enum class RequestCall { rget, rput, raccumulate };
enum class RequestFault {
  none,
  late,      // one transfer of rank 0 begins only when it should be complete
  misplaced  // one transfer of rank 0 goes one element too far
};

struct RequestCase {
  WindowKind kind = WindowKind::allocate;
  RequestCall call = RequestCall::rget;
  PatchShape shape = PatchShape::contiguous;  // at the target, and at the origin of every second request
  RequestFault fault = RequestFault::none;
  bool flush = false;  // MPI_Win_flush_local follows the wait: the cure for a library that completes requests early
};

// Every rank starts `outstanding` requests, alternately to its right neighbour and to itself, each for its own slot
// (accumulates: a slot of two ranks). Then it waits, for all together or for one after the other. It checks fetched
// data at once and overwrites sent data at once. Every value identifies its rank, round, slot and place.
class RequestTest {
 public:
  RequestTest(const Communicator& comm, const RequestCase& the_case, int outstanding);
  contracts::Violations run();  // collective

 private:
  struct Transfer;
  int target(int k) const { return (comm_.rank() + (k + 1) % 2) % comm_.size(); }
  int slot(int k) const { return case_.call == RequestCall::raccumulate ? k / 2 : k; }
  std::size_t slot_doubles() const { return static_cast<std::size_t>(rows_) * columns_; }
  std::size_t window_doubles() const { return slot_doubles() * outstanding_; }
  bool is_late(int k) const { return case_.fault == RequestFault::late && comm_.is_root() && k == outstanding_ - 1; }

  void run_round(int round);
  void fill_own(int round);
  Transfer prepare(int k, int round) const;
  MPI_Request start(Transfer& transfer, int k) const;
  void arrived(const Transfer& transfer, int k, int round);
  std::vector<double> expected(int owner, int round) const;
  void compare_owner(int owner, const double* seen, int round, const char* what);

  const Communicator& comm_;
  RequestCase case_;
  int outstanding_;
  int rows_, columns_;  // of a slot; larger if there are few slots, so that transfers take longer
  Window window_;
  contracts::Violations found_;
};

// Runs the case with each of these numbers of requests in flight, up to the first violation.
RowResult check_requests(const CheckContext& context, const RequestCase& the_case, const std::vector<int>& outstanding);

}  // namespace fockproxy::check
