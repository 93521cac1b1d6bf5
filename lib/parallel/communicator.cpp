#include "parallel/communicator.hpp"

#include <algorithm>

#include "support/error.hpp"

namespace fockproxy {
namespace {

// The largest tags that every MPI has (MPI-4.0 section 9.1.2); nothing else uses them.
constexpr int list_tag = 32767, exchange_tag = 32766;

}  // namespace

Communicator::Communicator(MPI_Comm parent, std::size_t longest_message) : longest_message_(longest_message) {
  arrive(parent);
  check_mpi(MPI_Comm_dup(parent, &comm_), "MPI_Comm_dup");
  check_mpi(return_errors_of_communicator(comm_), "MPI_Comm_set_errhandler");
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
  of_all_ranks_ = size_ == process_status.ranks();
}

Communicator::~Communicator() {
  arrive(comm_);
  MPI_Comm_free(&comm_);
}

void Communicator::barrier() const {
  step();
  check_mpi(MPI_Barrier(comm_), "MPI_Barrier");
}

std::string Communicator::broadcast(std::string text, int root) const {
  std::int64_t length = static_cast<std::int64_t>(text.size());
  broadcast(std::span(&length, 1), root);
  text.resize(length);
  broadcast(std::span(text.data(), text.size()), root);
  return text;
}

std::vector<std::string> Communicator::gather(const std::string& text) const {
  std::vector<std::string> texts;
  for (const std::vector<char>& list : gather_lists(std::span<const char>(text)))
    texts.emplace_back(list.begin(), list.end());
  return texts;
}

// Lists go to and from one rank after the other, so rank 0 needs no extra memory for them.
void Communicator::send(std::span<const std::byte> bytes, int target) const {
  for_chunks(bytes, [&](const std::byte* p, int n) {
    check_mpi(MPI_Send(p, n, MPI_BYTE, target, list_tag, comm_), "MPI_Send");
  });
}

void Communicator::receive(std::span<std::byte> bytes, int source) const {
  for_chunks(bytes, [&](std::byte* p, int n) {
    check_mpi(MPI_Recv(p, n, MPI_BYTE, source, list_tag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
  });
}

void Communicator::send_receive(std::span<const double> out, int to, std::span<double> in, int from) const {
  if (to == rank_ && from == rank_) {
    std::ranges::copy(out, in.begin());
    return;
  }
  step();
  // Both ranks of a pair know how many values they exchange, and so the number of messages.
  for (std::size_t at = 0; at < std::max(out.size(), in.size()); at += longest_message_) {
    const auto piece = [&](auto values) {
      const auto left = values.subspan(std::min(at, values.size()));
      return left.first(std::min(longest_message_, left.size()));
    };
    const auto sent = piece(out);
    const auto received = piece(in);
    check_mpi(MPI_Sendrecv(sent.data(), static_cast<int>(sent.size()), MPI_DOUBLE, sent.empty() ? MPI_PROC_NULL : to,
                           exchange_tag, received.data(), static_cast<int>(received.size()), MPI_DOUBLE,
                           received.empty() ? MPI_PROC_NULL : from, exchange_tag, comm_, MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
  }
}

bool Communicator::all_equal(std::uint64_t value) const {
  // max(~v) is ~min(v), so one reduction gives both the minimum and the maximum.
  std::uint64_t ends[2] = {value, ~value};
  reduce_all(std::span<std::uint64_t>(ends), MPI_MAX);
  return ends[0] == ~ends[1];
}

}  // namespace fockproxy
