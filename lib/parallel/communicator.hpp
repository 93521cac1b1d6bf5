// A communicator of fockproxy with the few collectives that the program needs.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "parallel/returned_errors.hpp"
#include "parallel/waiting.hpp"
#include "system/process_status.hpp"

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

// A duplicate of a parent communicator that returns errors (parallel/returned_errors.hpp), so that a refused window
// gives an exception and not an abort. The error handler of MPI_COMM_WORLD stays unchanged, because ARMCI-MPI relies on
// it. All members are collective over the communicator unless marked local. Not thread-safe. Counts and displacements
// of MPI-3 are int. Therefore data of more than `longest_message` entries are sent in several messages, and no call
// uses displacements, so spans and sums of their lengths may exceed 2^31. Tests make `longest_message` small.
class Communicator {
 public:
  explicit Communicator(MPI_Comm parent, std::size_t longest_message = std::size_t{1} << 27);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  MPI_Comm handle() const { return comm_; }    // local
  int rank() const { return rank_; }           // local
  int size() const { return size_; }           // local
  bool is_root() const { return rank_ == 0; }  // local

  void barrier() const;

  template <class T>
  void broadcast(std::span<T> values, int root = 0) const {
    step();
    for_chunks(values, [&](T* p, int n) { check_mpi(MPI_Bcast(p, n, mpi_type<T>(), root, comm_), "MPI_Bcast"); });
  }
  std::string broadcast(std::string text, int root = 0) const;

  // Reduces each element over the ranks, in place; every rank gets the result.
  template <class T>
  void reduce_all(std::span<T> values, MPI_Op op) const {
    step();
    for_chunks(values, [&](T* p, int n) {
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, p, n, mpi_type<T>(), op, comm_), "MPI_Allreduce");
    });
  }
  template <class T>
  T sum(T value) const {
    reduce_all(std::span(&value, 1), MPI_SUM);
    return value;
  }
  template <class T>
  T max(T value) const {
    reduce_all(std::span(&value, 1), MPI_MAX);
    return value;
  }
  template <class T>
  T min(T value) const {
    reduce_all(std::span(&value, 1), MPI_MIN);
    return value;
  }

  // The entries of all ranks, rank 0 first; the result only on rank 0. values.size() is the same on each rank.
  template <class T>
  std::vector<T> gather(std::span<const T> values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    step();
    std::vector<T> all(is_root() ? values.size() * size_ : 0);
    std::vector<std::span<T>> parts;
    for (int r = 0; is_root() && r < size_; ++r)
      parts.push_back(std::span(all).subspan(r * values.size(), values.size()));
    collect(values, parts);
    return all;
  }
  // The text of every rank, on rank 0 only.
  std::vector<std::string> gather(const std::string& text) const;

  // The list of every rank, of trivially copyable values and any length; on rank 0 only, by rank.
  template <class T>
  std::vector<std::vector<T>> gather_lists(std::span<const T> values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto length = static_cast<std::int64_t>(values.size());
    std::vector<std::vector<T>> lists;
    std::vector<std::span<T>> parts;
    for (const std::int64_t n : gather(std::span(&length, 1))) lists.emplace_back(static_cast<std::size_t>(n));
    for (std::vector<T>& list : lists) parts.push_back(std::span(list));
    collect(values, parts);
    return lists;
  }

  // The inverse of gather_lists(). lists: one list for each rank, on rank 0 only. `mine` must have the length of this
  // rank's list.
  template <class T>
  void scatter_lists(const std::vector<std::vector<T>>& lists, std::span<T> mine) const {
    static_assert(std::is_trivially_copyable_v<T>);
    step();
    if (!is_root()) return receive(std::as_writable_bytes(mine), 0);
    std::ranges::copy(lists[0], mine.begin());
    for (int r = 1; r < size_; ++r) send(std::as_bytes(std::span(lists[r])), r);
  }

  // The value of every rank, trivially copyable, rank 0 first; every rank gets the result.
  template <class T>
  std::vector<T> all_gather(T value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    step();
    std::vector<T> all(size_);
    constexpr int bytes = sizeof(T);
    check_mpi(MPI_Allgather(&value, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm_), "MPI_Allgather");
    return all;
  }

  // Sends `out` to rank `to` and receives `in` from rank `from`; copies if both are this rank. Both ranks of a pair
  // must give the same length. It is collective only over the ranks that are linked by such pairs.
  void send_receive(std::span<const double> out, int to, std::span<double> in, int from) const;

  bool all_equal(std::uint64_t value) const;  // the same value on every rank?

 private:
  // Called before every collective. Only collectives of all ranks count as steps, because the others do not show which
  // rank is behind.
  void step() const {
    if (of_all_ranks_) process_status.step();
    arrive(comm_);
  }

  template <class T, class F>
  void for_chunks(std::span<T> values, F f) const {
    for (std::size_t i = 0; i < values.size(); i += longest_message_)
      f(values.data() + i, static_cast<int>(std::min(longest_message_, values.size() - i)));
  }

  // Copies `mine` of every rank into its part on rank 0, which knows the lengths; `parts` is empty on other ranks.
  template <class T>
  void collect(std::span<const T> mine, const std::vector<std::span<T>>& parts) const {
    if (!is_root()) return send(std::as_bytes(mine), 0);
    std::ranges::copy(mine, parts[0].begin());
    for (int r = 1; r < size_; ++r) receive(std::as_writable_bytes(parts[r]), r);
  }
  void send(std::span<const std::byte> bytes, int target) const;  // local
  void receive(std::span<std::byte> bytes, int source) const;     // local

  std::size_t longest_message_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  bool of_all_ranks_ = false;
};

}  // namespace fockproxy
