// Rows on the info keys of windows (MPI-4.0 section 12.2.1). A key is a promise of the program to the library. Atomics
// and accumulates that keep the promise must stay exact.
#include <fmt/format.h>

#include "check/atomic_test.hpp"
#include "check/patches.hpp"

namespace fockproxy::check {
namespace {

struct InfoRow {
  const char* name;
  NamedValue info;
};

const std::vector<InfoRow>& info_table() {
  static const std::vector<InfoRow> table = {
      {"info-same-op", {"accumulate_ops", "same_op"}},
      {"info-same-op-no-op", {"accumulate_ops", "same_op_no_op"}},
      {"info-ordering-none", {"accumulate_ordering", "none"}},
      {"info-ordering-all", {"accumulate_ordering", "rar,raw,war,waw"}},
      {"info-same-size", {"same_size", "true"}},
      {"info-same-disp-unit", {"same_disp_unit", "true"}},
  };
  return table;
}

// Both operations keep the promise of every key: one operation only, segments of equal size, displacement unit 1.
RowResult exact(const CheckContext& context, const WindowOptions& options) {
  RowResult atomics = every_value_once(context, options, &SharedIntegers::fetch_and_op, ReadBy::sum);
  if (atomics.status != Status::pass) return atomics;
  return check_patches(context, options, PatchShape::contiguous, false, SegmentSizes::equal);
}

}  // namespace

std::vector<CheckRow> info_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds)
    for (const InfoRow& entry : info_table()) {
      // A ghost exposes the segments of its node, and other ranks expose none.
      if (kind == WindowKind::ghost && entry.info.name == "same_size") continue;
      const WindowOptions options{.kind = {kind, WindowInfo(std::vector<NamedValue>{entry.info})},
                                  .accumulates = Accumulates{.operators = "sum", .blocks = true}};
      rows.push_back(
          {.name = name_with(entry.name, kind),
           .section = "Info keys of windows",
           .summary =
               fmt::format("exact MPI_Fetch_and_op and MPI_Accumulate with {}={}", entry.info.name, entry.info.value),
           .cure = fmt::format("no {}", entry.info.name),
           .needs = {},
           .run = [options](const CheckContext& context) { return exact(context, options); },
           .reproducer = reproducer(kind, {"update-fetch_and_op", "atomics"}, {{"BITS", "64"}}, {entry.info})});
    }
  return rows;
}

}  // namespace fockproxy::check
