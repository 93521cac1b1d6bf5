// Rows on MPI's atomics: all ranks update the integers of all ranks at once. Each operation has a window of its own,
// because implementations handle mixtures wrongly (and MPI-4.0 section 12.3.4 leaves some of them undefined).
#include <cstdlib>

#include "check/atomic_test.hpp"
#include "parallel/known_faults.hpp"

namespace fockproxy::check {
namespace {

RowResult updating(const CheckContext& context, WindowKind kind, Update update) {
  return every_value_once(context, {.kind = kind}, update, ReadBy::no_op);
}

// Skips MPI_Compare_and_swap of 8 bytes if it is known to end the process.
RowResult swaps(const CheckContext& context, WindowKind kind) {
  const std::string fault = compare_and_swap_fault(context.runtime.mpi_library(), std::getenv);
  if (!fault.empty()) throw AgreedUsageError(fault);
  return updating(context, kind, &SharedIntegers::compare_and_swap);
}

CheckRow atomic_row(const char* name, const char* piece, const char* summary, WindowKind kind,
                    std::function<RowResult(const CheckContext&)> run, int bits = 64) {
  return {.name = name_with(name, kind),
          .section = "Atomics",
          .summary = summary,
          .cure = "another --window",
          .needs = {},
          .run = std::move(run),
          .reproducer = reproducer(kind, {piece, "atomics"}, {{"BITS", std::to_string(bits)}})};
}

}  // namespace

std::vector<CheckRow> atomic_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds) {
    const auto by = [kind](Update update) {
      return [kind, update](const CheckContext& context) { return updating(context, kind, update); };
    };
    rows.push_back(atomic_row("fetch-and-op", "update-fetch_and_op", "MPI_Fetch_and_op under contention", kind,
                              by(&SharedIntegers::fetch_and_op)));
    rows.push_back(atomic_row("get-accumulate", "update-get_accumulate", "MPI_Get_accumulate under contention", kind,
                              by(&SharedIntegers::get_accumulate)));
    rows.push_back(atomic_row("compare-and-swap", "update-compare_and_swap",
                              "MPI_Compare_and_swap of int64 under contention", kind,
                              [kind](const CheckContext& context) { return swaps(context, kind); }));
    rows.push_back(atomic_row("compare-and-swap-int32", "update-compare_and_swap",
                              "MPI_Compare_and_swap of int32 under contention", kind,
                              by(&SharedIntegers::compare_and_swap_int32), 32));
  }
  return rows;
}

}  // namespace fockproxy::check
