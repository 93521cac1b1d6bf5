// A communicator of our own, with the few collectives the program needs.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace fockproxy {

template <class T>
MPI_Datatype mpi_type() {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t> ||
                    std::is_same_v<T, int> || std::is_same_v<T, char>,
                "no MPI type for T");
  if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, std::int64_t>) return MPI_INT64_T;
  else if constexpr (std::is_same_v<T, std::uint64_t>) return MPI_UINT64_T;
  else if constexpr (std::is_same_v<T, int>) return MPI_INT;
  else return MPI_CHAR;
}

// MPI's own text for an error code. Local.
std::string mpi_error_text(int code);

// Throws ComputationError with MPI's own text when `code` is an error. `what` names the call. Local. Inline, because a
// draw from a counter takes as little as 20 ns and makes two such checks.
[[noreturn]] void throw_mpi_error(int code, const char* what);
inline void check_mpi(int code, const char* what) {
  if (code != MPI_SUCCESS) [[unlikely]] throw_mpi_error(code, what);
}

// Duplicate of a parent communicator with MPI_ERRORS_RETURN (MPI-4.0 section 9.3), so that a refused window is an
// exception and not an abort; MPI_COMM_WORLD itself is left alone because ARMCI-MPI relies on its handler.
// All members are collective over the communicator unless marked local. Not thread-safe.
class Communicator {
 public:
  explicit Communicator(MPI_Comm parent);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  MPI_Comm handle() const { return comm_; }       // local
  int rank() const { return rank_; }              // local
  int size() const { return size_; }              // local
  bool is_root() const { return rank_ == 0; }     // local

  void barrier() const;

  template <class T>
  void broadcast(std::span<T> values, int root = 0) const {
    for_chunks(values, [&](T* p, int n) { check_mpi(MPI_Bcast(p, n, mpi_type<T>(), root, comm_), "MPI_Bcast"); });
  }
  std::string broadcast(std::string text, int root = 0) const;

  // Elementwise over ranks, in place, result everywhere.
  template <class T>
  void reduce_all(std::span<T> values, MPI_Op op) const {
    for_chunks(values, [&](T* p, int n) {
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, p, n, mpi_type<T>(), op, comm_), "MPI_Allreduce");
    });
  }
  template <class T>
  T sum(T value) const { reduce_all(std::span(&value, 1), MPI_SUM); return value; }
  template <class T>
  T max(T value) const { reduce_all(std::span(&value, 1), MPI_MAX); return value; }
  template <class T>
  T min(T value) const { reduce_all(std::span(&value, 1), MPI_MIN); return value; }

  // values.size() entries of every rank, the same number on each, rank 0 first; the result only on rank 0.
  template <class T>
  std::vector<T> gather(std::span<const T> values) const {
    std::vector<T> all(is_root() ? values.size() * size_ : 0);
    const int n = static_cast<int>(values.size());
    check_mpi(MPI_Gather(values.data(), n, mpi_type<T>(), all.data(), n, mpi_type<T>(), 0, comm_), "MPI_Gather");
    return all;
  }
  // Every rank's text, on rank 0 only.
  std::vector<std::string> gather(const std::string& text) const;

  // Every rank's list of trivially copyable values, of whatever length; on rank 0 only, by rank.
  template <class T>
  std::vector<std::vector<T>> gather_lists(std::span<const T> values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::string mine(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    std::vector<std::vector<T>> lists;
    for (const std::string& bytes : gather(mine)) {
      std::vector<T>& list = lists.emplace_back(bytes.size() / sizeof(T));
      std::memcpy(list.data(), bytes.data(), bytes.size());
    }
    return lists;
  }

  // One value of every rank, rank 0 first, on every rank.
  template <class T>
  std::vector<T> all_gather(T value) const {
    std::vector<T> all(size_);
    check_mpi(MPI_Allgather(&value, 1, mpi_type<T>(), all.data(), 1, mpi_type<T>(), comm_), "MPI_Allgather");
    return all;
  }

  bool all_equal(std::uint64_t value) const;  // the same value on every rank?

 private:
  // Counts are int in MPI-3: long spans go in pieces.
  template <class T, class F>
  static void for_chunks(std::span<T> values, F f) {
    constexpr std::size_t most = std::size_t{1} << 27;
    for (std::size_t i = 0; i < values.size(); i += most)
      f(values.data() + i, static_cast<int>(std::min(most, values.size() - i)));
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace fockproxy
