// Rows on MPI's atomics: all ranks at every rank's integer at once, each operation on a window of its own, because
// implementations get mixtures wrong (and MPI-4.0 section 12.3.4 leaves some of them undefined).
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "check/check_row.hpp"
#include "parallel/known_faults.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr int updates = 300;
constexpr int few_updates = 5;

class SharedIntegers {
 public:
  SharedIntegers(const Communicator& comm, WindowKind kind)
      : comm_(comm), window_(comm, sizeof(std::int64_t), {.kind = kind}) {}

  // Each returns the value before. Local.
  std::int64_t fetch_and_op(int target) {
    const std::int64_t one = 1;
    std::int64_t before = -1;
    check_mpi(MPI_Fetch_and_op(&one, &before, MPI_INT64_T, target, 0, MPI_SUM, window_.handle()), "MPI_Fetch_and_op");
    flush(target);
    return before;
  }
  std::int64_t get_accumulate(int target) {
    const std::int64_t one = 1;
    std::int64_t before = -1;
    check_mpi(MPI_Get_accumulate(&one, 1, MPI_INT64_T, &before, 1, MPI_INT64_T, target, 0, 1, MPI_INT64_T, MPI_SUM,
                                 window_.handle()),
              "MPI_Get_accumulate");
    flush(target);
    return before;
  }
  // Until the swap happens.
  std::int64_t compare_and_swap(int target) {
    std::int64_t expected = 0;
    for (;;) {
      const std::int64_t desired = expected + 1;
      std::int64_t before = -1;
      check_mpi(MPI_Compare_and_swap(&desired, &expected, &before, MPI_INT64_T, target, 0, window_.handle()),
                "MPI_Compare_and_swap");
      flush(target);
      if (before == expected) return before;
      expected = before;
    }
  }
  // The value itself, by the kind of call that belongs to all of the above.
  std::int64_t read(int target) {
    std::int64_t value = -1;
    check_mpi(MPI_Fetch_and_op(nullptr, &value, MPI_INT64_T, target, 0, MPI_NO_OP, window_.handle()),
              "MPI_Fetch_and_op");
    flush(target);
    return value;
  }

 private:
  void flush(int target) { check_mpi(MPI_Win_flush(target, window_.handle()), "MPI_Win_flush"); }
  const Communicator& comm_;
  Window window_;
};

using Update = std::int64_t (SharedIntegers::*)(int target);

// Every value before an update exactly once, and the final value their number.
RowResult every_value_once(const CheckContext& context, WindowKind kind, Update update) {
  const Communicator& comm = context.runtime.world();
  SharedIntegers integers(comm, kind);
  const int count = context.brief ? few_updates : updates;
  Violations found;
  for (int target = 0; target < comm.size() && found.empty(); ++target) {
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
    if (const std::int64_t value = integers.read(target); value != std::int64_t{count} * comm.size())
      final_value.push_back(
          fmt::format("at rank {}, {} instead of {} in the end", target, value, std::int64_t{count} * comm.size()));
    found = contracts::of_root(comm, at_root);
    contracts::append(found, contracts::of_all_ranks(comm, final_value));
  }
  return judged(found);
}

// Where MPI_Compare_and_swap is known to end the process, it is not called.
RowResult swaps(const CheckContext& context, WindowKind kind) {
  const std::string fault = compare_and_swap_fault(context.runtime.mpi_library(), std::getenv);
  if (!fault.empty()) throw UsageError(fault);
  return every_value_once(context, kind, &SharedIntegers::compare_and_swap);
}

CheckRow row(const char* name, const char* summary, WindowKind kind,
             std::function<RowResult(const CheckContext&)> run) {
  return {.name = name_with(name, kind),
          .section = "Atomics",
          .summary = summary,
          .cure = "another --window",
          .needs = {},
          .run = std::move(run)};
}

std::function<RowResult(const CheckContext&)> updating(WindowKind kind, Update update) {
  return [kind, update](const CheckContext& context) { return every_value_once(context, kind, update); };
}

}  // namespace

std::vector<CheckRow> atomic_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds) {
    rows.push_back(row("fetch-and-op", "MPI_Fetch_and_op under contention", kind,
                       updating(kind, &SharedIntegers::fetch_and_op)));
    rows.push_back(row("get-accumulate", "MPI_Get_accumulate under contention", kind,
                       updating(kind, &SharedIntegers::get_accumulate)));
    rows.push_back(row("compare-and-swap", "MPI_Compare_and_swap under contention", kind,
                       [kind](const CheckContext& context) { return swaps(context, kind); }));
  }
  return rows;
}

}  // namespace fockproxy::check
