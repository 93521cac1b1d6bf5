#include "parallel/communicator.hpp"

#include "support/error.hpp"

namespace fockproxy {

std::string mpi_error_text(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return "MPI error " + std::to_string(code);
  std::string line(text, length);
  std::replace(line.begin(), line.end(), '\n', ' ');  // MPICH appends its call stack, one line per level
  return line;
}

void throw_mpi_error(int code, const char* what) {
  throw ComputationError(std::string(what) + " failed: " + mpi_error_text(code));
}

Communicator::Communicator(MPI_Comm parent) {
  check_mpi(MPI_Comm_dup(parent, &comm_), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

Communicator::~Communicator() { MPI_Comm_free(&comm_); }

void Communicator::barrier() const { check_mpi(MPI_Barrier(comm_), "MPI_Barrier"); }

std::string Communicator::broadcast(std::string text, int root) const {
  std::int64_t length = static_cast<std::int64_t>(text.size());
  broadcast(std::span(&length, 1), root);
  text.resize(length);
  broadcast(std::span(text.data(), text.size()), root);
  return text;
}

std::vector<std::string> Communicator::gather(const std::string& text) const {
  const int length = static_cast<int>(text.size());
  const std::vector<int> lengths = gather(std::span<const int>(&length, 1));
  std::vector<int> starts(lengths.size(), 0);
  int total = 0;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    starts[r] = total;
    total += lengths[r];
  }
  std::string all(total, '\0');
  check_mpi(MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0, comm_),
            "MPI_Gatherv");
  std::vector<std::string> texts(lengths.size());
  for (std::size_t r = 0; r < lengths.size(); ++r) texts[r] = all.substr(starts[r], lengths[r]);
  return texts;
}

bool Communicator::all_equal(std::uint64_t value) const {
  // max(~v) is ~min(v): one reduction gives both ends.
  std::uint64_t ends[2] = {value, ~value};
  reduce_all(std::span<std::uint64_t>(ends), MPI_MAX);
  return ends[0] == ~ends[1];
}

}  // namespace fockproxy
