#include "counters/node_tickets.hpp"

#include <fmt/format.h>

#include <cassert>
#include <limits>

#include "parallel/agreement.hpp"
#include "support/error.hpp"

namespace fockproxy {

static_assert(std::atomic_ref<std::int64_t>::is_always_lock_free, "a lock of one process protects no other");

std::int64_t end_of_refill(std::int64_t first, std::int64_t chunk, std::int64_t all_tickets) {
  return all_tickets - first <= chunk ? std::numeric_limits<std::int64_t>::max() : first + chunk;
}

NodeTickets::NodeTickets(const Communicator& world, const Communicator& node) : node_(node) {
  void* own = nullptr;
  const MPI_Aint bytes = node.is_root() ? static_cast<MPI_Aint>(sizeof(Shared) + alignof(Shared)) : 0;
  const int code = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node.handle(), &own, &win_);
  const std::string error = first_message(world, code == MPI_SUCCESS ? "" : mpi_error_text(code));
  if (!error.empty())
    throw AgreedUsageError("UNSUPPORTED: this MPI allocates no memory shared by the ranks of a node: " + error);
  MPI_Aint size = 0;
  int unit = 0;
  void* base = nullptr;
  check_mpi(MPI_Win_shared_query(win_, 0, &size, &unit, &base), "MPI_Win_shared_query");
  // Ranks map a page at different addresses, but the offset in the page is the same.
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  shared_ = reinterpret_cast<Shared*>((address + alignof(Shared) - 1) / alignof(Shared) * alignof(Shared));
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");

  // Tests that all ranks see the sum of what all ranks add.
  clear();
  atomic(shared_->next).fetch_add(1 + node.rank());
  node.barrier();
  const std::int64_t expected = std::int64_t{node.size()} * (node.size() + 1) / 2, found = atomic(shared_->next);
  clear();
  if (const std::string wrong = first_message(
          world, found == expected ? "" : fmt::format("ranks added {} and one of them sees {}", expected, found));
      !wrong.empty()) {
    MPI_Win_unlock_all(win_);
    MPI_Win_free(&win_);
    throw AgreedComputationError("memory that the ranks of a node share does not work on this stack: " + wrong);
  }
}

NodeTickets::~NodeTickets() {
  MPI_Win_unlock_all(win_);
  MPI_Win_free(&win_);
}

void NodeTickets::clear() {
  node_.barrier();
  if (node_.is_root()) {
    atomic(shared_->end) = 0;
    atomic(shared_->next) = 0;
    atomic(shared_->refilling) = 0;
  }
  node_.barrier();
}

std::optional<Ticket> NodeTickets::take() {
  std::int64_t next = atomic(shared_->next);
  while (next < atomic(shared_->end))
    if (atomic(shared_->next).compare_exchange_strong(next, next + 1)) return Ticket{next};
  return std::nullopt;
}

bool NodeTickets::empty() const { return atomic(shared_->next) >= atomic(shared_->end); }

bool NodeTickets::start_refill() {
  std::int64_t nobody = 0;
  return atomic(shared_->refilling).compare_exchange_strong(nobody, 1);
}

bool NodeTickets::refilling() const { return atomic(shared_->refilling) != 0; }

void NodeTickets::refill(std::int64_t first, std::int64_t last) {
  assert(refilling() && empty() && atomic(shared_->next) <= first && first <= last);
  atomic(shared_->next) = first;
  atomic(shared_->end) = last;
}

void NodeTickets::finish_refill() { atomic(shared_->refilling) = 0; }

}  // namespace fockproxy
