#include "check/atomic_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr int updates = 300;
constexpr int few_updates = 15;  // of all ranks together

}  // namespace

std::int64_t SharedIntegers::fetch_and_op(int target) {
  const std::int64_t one = 1;
  std::int64_t before = -1;
  const Window::Place at = window_.at(target);
  check_mpi(MPI_Fetch_and_op(&one, &before, MPI_INT64_T, at.rank, at.byte, MPI_SUM, window_.handle()),
            "MPI_Fetch_and_op");
  flush(target);
  return before;
}

std::int64_t SharedIntegers::get_accumulate(int target) {
  const std::int64_t one = 1;
  std::int64_t before = -1;
  const Window::Place at = window_.at(target);
  check_mpi(MPI_Get_accumulate(&one, 1, MPI_INT64_T, &before, 1, MPI_INT64_T, at.rank, at.byte, 1, MPI_INT64_T, MPI_SUM,
                               window_.handle()),
            "MPI_Get_accumulate");
  flush(target);
  return before;
}

template <class Integer>
std::int64_t SharedIntegers::swap(int target, MPI_Datatype type) {
  Integer expected = 0;
  const Window::Place at = window_.at(target);
  for (;;) {
    const Integer desired = expected + 1;
    Integer before = -1;
    check_mpi(MPI_Compare_and_swap(&desired, &expected, &before, type, at.rank, at.byte, window_.handle()),
              "MPI_Compare_and_swap");
    flush(target);
    if (before == expected) return before;
    expected = before;
  }
}

std::int64_t SharedIntegers::compare_and_swap(int target) { return swap<std::int64_t>(target, MPI_INT64_T); }
std::int64_t SharedIntegers::compare_and_swap_int32(int target) { return swap<std::int32_t>(target, MPI_INT32_T); }

std::int64_t SharedIntegers::read(int target, MPI_Op op) {
  const std::int64_t nothing = 0;
  const Window::Place at = window_.at(target);
  std::int64_t value = -1;
  check_mpi(MPI_Fetch_and_op(&nothing, &value, MPI_INT64_T, at.rank, at.byte, op, window_.handle()),
            "MPI_Fetch_and_op");
  flush(target);
  return value;
}

void SharedIntegers::flush(int target) {
  check_mpi(MPI_Win_flush(window_.at(target).rank, window_.handle()), "MPI_Win_flush");
}

RowResult every_value_once(const CheckContext& context, const WindowOptions& options, Update update, ReadBy read_by) {
  const Communicator& comm = context.runtime.world();
  SharedIntegers integers(comm, options);
  // With many ranks on a core, each update of a brief check may take a time slice of every rank.
  const int count = context.brief ? std::max(1, few_updates / comm.size()) : updates;
  const std::set<int> few_targets{0, comm.size() / 2, comm.size() - 1};
  const MPI_Op op = read_by == ReadBy::sum ? MPI_SUM : MPI_NO_OP;
  Violations found;
  for (int target = 0; target < comm.size() && found.empty(); ++target) {
    if (context.brief && !few_targets.contains(target)) continue;
    std::vector<std::int64_t> mine;
    comm.barrier();
    for (int i = 0; i < count; ++i) mine.push_back((integers.*update)(target));
    comm.barrier();
    std::vector<std::int64_t> all = comm.gather(std::span<const std::int64_t>(mine));
    std::ranges::sort(all);
    Violations at_root;
    for (std::size_t i = 0; i < all.size() && at_root.empty(); ++i)
      if (all[i] != static_cast<std::int64_t>(i))
        at_root.push_back(fmt::format("at rank {}, the {}-th smallest value seen is {}", target, i, all[i]));
    Violations final_value;
    if (const std::int64_t value = integers.read(target, op); value != std::int64_t{count} * comm.size())
      final_value.push_back(
          fmt::format("at rank {}, {} instead of {} in the end", target, value, std::int64_t{count} * comm.size()));
    found = contracts::of_root(comm, at_root);
    contracts::append(found, contracts::of_all_ranks(comm, final_value));
  }
  return judged(found);
}

}  // namespace fockproxy::check
