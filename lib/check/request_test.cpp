#include "check/request_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "check/one_sided.hpp"

namespace fockproxy::check {
namespace {

constexpr int rounds = 2;
constexpr int few = 8;  // with at most this many slots, they are large

// Exact in a double, even as a sum of a few: at most 2^49 for a million ranks.
double value_sent(int rank, int round, int slot, std::size_t element) {
  const double where = (static_cast<double>(rank) * rounds + round) * 512 + slot;
  return 1 + where * 16384 + static_cast<double>(element);
}

// The content of a segment before the requests of a round. It is negative, unlike all values that are sent.
double before(int rank, int round, int slot, std::size_t element) { return -value_sent(rank, round, slot, element); }

std::string where(double seen) {
  const double plain = std::abs(seen) - 1;
  if (!(plain >= 0 && plain < 1e15)) return fmt::format("{}", seen);
  const auto n = static_cast<std::int64_t>(plain);
  return fmt::format("{} (rank {}, round {}, slot {}, element {})", seen, n / 16384 / 512 / rounds,
                     n / 16384 / 512 % rounds, n / 16384 % 512, n % 16384);
}

}  // namespace

// One request: the patch of its slot, and the buffer at the origin.
struct RequestTest::Transfer {
  std::unique_ptr<Patch> patch;
  bool packed;  // the buffer holds only the elements of the patch; otherwise the whole slot
  std::vector<double> buffer;

  std::size_t place(std::size_t i) const { return packed ? i : static_cast<std::size_t>(patch->elements()[i]); }
};

RequestTest::RequestTest(const Communicator& comm, const RequestCase& the_case, int outstanding)
    : comm_(comm),
      case_(the_case),
      outstanding_(outstanding),
      rows_(outstanding <= few ? 96 : 12),
      columns_(outstanding <= few ? 96 : 16),
      // One word more, which only a misplaced transfer writes.
      window_(comm, (window_doubles() + 1) * sizeof(double), {.kind = the_case.kind}) {}

contracts::Violations RequestTest::run() {
  for (int round = 0; round < rounds; ++round) run_round(round);
  return contracts::of_all_ranks(comm_, found_);
}

void RequestTest::run_round(int round) {
  fill_own(round);
  complete_everywhere(window_);
  std::vector<Transfer> transfers;
  std::vector<MPI_Request> requests;
  for (int k = 0; k < outstanding_; ++k) transfers.push_back(prepare(k, round));
  for (int k = 0; k < outstanding_; ++k) requests.push_back(is_late(k) ? MPI_REQUEST_NULL : start(transfers[k], k));
  if (round % 2 == 0) check_mpi(MPI_Waitall(outstanding_, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (int k = 0; k < outstanding_; ++k) {
    if (round % 2 == 1) check_mpi(MPI_Wait(&requests[k], MPI_STATUS_IGNORE), "MPI_Wait");
    if (case_.flush)
      check_mpi(MPI_Win_flush_local(window_.at(target(k)).rank, window_.handle()), "MPI_Win_flush_local");
    if (case_.call == RequestCall::rget) arrived(transfers[k], k, round);
    else std::ranges::fill(transfers[k].buffer, std::numeric_limits<double>::quiet_NaN());  // the buffer is ours again
  }
  if (is_late(outstanding_ - 1)) {
    MPI_Request late = start(transfers.back(), outstanding_ - 1);
    check_mpi(MPI_Wait(&late, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  complete_everywhere(window_);
  if (case_.call != RequestCall::rget) {
    compare_owner(comm_.rank(), static_cast<const double*>(window_.base()), round, "load");
    const int right = (comm_.rank() + 1) % comm_.size();
    std::vector<double> seen(window_doubles());
    const int n = static_cast<int>(seen.size());
    const Window::Place at = window_.at(right);
    check_mpi(MPI_Get(seen.data(), n, MPI_DOUBLE, at.rank, at.byte, n, MPI_DOUBLE, window_.handle()), "MPI_Get");
    check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
    compare_owner(right, seen.data(), round, "get");
  }
  complete_everywhere(window_);
}

// Written by RMA, as the program writes every segment.
void RequestTest::fill_own(int round) {
  std::vector<double> own(window_doubles() + 1);
  for (std::size_t i = 0; i < own.size(); ++i)
    own[i] = before(comm_.rank(), round, static_cast<int>(i / slot_doubles()), i % slot_doubles());
  const int n = static_cast<int>(own.size());
  const Window::Place at = window_.at(comm_.rank());
  check_mpi(MPI_Put(own.data(), n, MPI_DOUBLE, at.rank, at.byte, n, MPI_DOUBLE, window_.handle()), "MPI_Put");
  check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
}

RequestTest::Transfer RequestTest::prepare(int k, int round) const {
  Transfer transfer{std::make_unique<Patch>(case_.shape, rows_, columns_, k), (k + round) % 2 == 1, {}};
  const std::vector<int>& elements = transfer.patch->elements();
  transfer.buffer.assign(transfer.packed ? elements.size() : slot_doubles(), 0.0);
  for (std::size_t i = 0; i < elements.size() && case_.call != RequestCall::rget; ++i)
    transfer.buffer[transfer.place(i)] = value_sent(comm_.rank(), round, k, static_cast<std::size_t>(elements[i]));
  return transfer;
}

MPI_Request RequestTest::start(Transfer& transfer, int k) const {
  const bool misplaced = case_.fault == RequestFault::misplaced && comm_.is_root() && k == outstanding_ - 1;
  const std::size_t first = slot_doubles() * slot(k) + (misplaced ? 1 : 0);
  const std::vector<int>& elements = transfer.patch->elements();
  const MPI_Datatype type = transfer.patch->type(), local = transfer.packed ? MPI_DOUBLE : type;
  const int all = static_cast<int>(elements.size()), n = transfer.packed ? all : 1;
  // Contiguous doubles need no derived type; the program sends its tiles in this way.
  const bool plain = case_.shape == PatchShape::contiguous;
  const MPI_Datatype remote = plain ? MPI_DOUBLE : type;
  const int m = plain ? all : 1;
  const auto [rank, byte] =
      window_.at(target(k), static_cast<MPI_Aint>((first + (plain ? elements.front() : 0)) * sizeof(double)));
  double* buffer = transfer.buffer.data();
  const MPI_Win win = window_.handle();
  MPI_Request request = MPI_REQUEST_NULL;
  switch (case_.call) {
    case RequestCall::rget:
      check_mpi(MPI_Rget(buffer, n, local, rank, byte, m, remote, win, &request), "MPI_Rget");
      break;
    case RequestCall::rput:
      check_mpi(MPI_Rput(buffer, n, local, rank, byte, m, remote, win, &request), "MPI_Rput");
      break;
    case RequestCall::raccumulate:
      check_mpi(MPI_Raccumulate(buffer, n, local, rank, byte, m, remote, MPI_SUM, win, &request), "MPI_Raccumulate");
      break;
  }
  return request;
}

// Checks the words that MPI_Rget fetched, and that the rest of the buffer is unchanged.
void RequestTest::arrived(const Transfer& transfer, int k, int round) {
  std::vector<double> right(transfer.buffer.size(), 0.0);
  for (std::size_t i = 0; i < transfer.patch->elements().size(); ++i)
    right[transfer.place(i)] =
        before(target(k), round, slot(k), static_cast<std::size_t>(transfer.patch->elements()[i]));
  for (std::size_t i = 0; i < right.size() && found_.empty(); ++i)
    if (!(transfer.buffer[i] == right[i]))
      found_.push_back(fmt::format("request {} of {}, round {}: double {} of the buffer is {}, not {}", k, outstanding_,
                                   round, i, where(transfer.buffer[i]), where(right[i])));
}

// The expected segment of a rank after all requests of a round.
std::vector<double> RequestTest::expected(int owner, int round) const {
  std::vector<double> right(window_doubles());
  for (std::size_t i = 0; i < right.size(); ++i)
    right[i] = before(owner, round, static_cast<int>(i / slot_doubles()), i % slot_doubles());
  const int left = (owner + comm_.size() - 1) % comm_.size();
  for (int k = 0; k < outstanding_; ++k) {
    const Patch patch(case_.shape, rows_, columns_, k);
    const int origin = k % 2 == 0 ? left : owner;
    for (const int element : patch.elements()) {
      double& at = right[slot_doubles() * slot(k) + static_cast<std::size_t>(element)];
      const double sent = value_sent(origin, round, k, static_cast<std::size_t>(element));
      at = case_.call == RequestCall::raccumulate ? at + sent : sent;
    }
  }
  return right;
}

void RequestTest::compare_owner(int owner, const double* seen, int round, const char* what) {
  const std::vector<double> right = expected(owner, round);
  for (std::size_t i = 0; i < right.size() && found_.empty(); ++i)
    if (!(seen[i] == right[i]))
      found_.push_back(fmt::format("{} requests, round {}, {} of rank {}'s slot {}: double {} is {}, not {}",
                                   outstanding_, round, what, owner, i / slot_doubles(), i % slot_doubles(),
                                   where(seen[i]), where(right[i])));
}

RowResult check_requests(const CheckContext& context, const RequestCase& the_case,
                         const std::vector<int>& outstanding) {
  for (const int n : outstanding) {
    const contracts::Violations found = RequestTest(context.runtime.world(), the_case, n).run();
    if (!found.empty()) return judged(found);
    context.watchdog.beat();
  }
  return {};
}

}  // namespace fockproxy::check
