// Rows on windows: do RMA, loads and stores reach the same memory, for segments of any size?
#include <fmt/format.h>

#include "check/check_row.hpp"

namespace fockproxy::check {
namespace {

constexpr int shapes = 24;
constexpr int few_shapes = 2;

// Segments that are no whole number of pages, different on every rank, odd sizes among them; some ranks have none.
std::size_t ragged_bytes(int shape, int rank) {
  if ((shape + rank) % 7 == 6) return 0;
  return 8 + (1237 * static_cast<std::size_t>(shape + 1) * (rank + 3) + 4099 * shape) % 20011;
}

struct Tally {
  int wrong = 0;
  std::string example;
};

// Self-tests windows of `count` shapes; what a window's construction throws for a refused kind passes through.
Tally ragged_windows(const CheckContext& context, WindowOptions options, int count) {
  options.self_test = false;
  Tally tally;
  for (int shape = 0; shape < count; ++shape) {
    Window window(context.runtime.world(), ragged_bytes(shape, context.runtime.world().rank()), options);
    const std::string found = window.self_test();
    if (found.empty()) continue;
    if (tally.wrong++ == 0) tally.example = found;
  }
  return tally;
}

RowResult as_used(const CheckContext& context, WindowKind kind) {
  const int count = context.brief ? few_shapes : shapes;
  for (const bool lock_all : {true, false})
    if (const Tally tally = ragged_windows(context, {.kind = kind, .lock_all = lock_all}, count); tally.wrong > 0)
      return {Status::fail, fmt::format("{} of {} windows were wrong, e.g. {}", tally.wrong, count, tally.example)};
  return {Status::pass, ""};
}

// What an application meets that does not pad its windows.
RowResult unpadded(const CheckContext& context, WindowKind kind) {
  if (context.runtime.world().size() == 1)
    throw AgreedUsageError("one rank has no neighbour whose memory could be mixed up");
  const int count = context.brief ? few_shapes : shapes;
  const Tally raw = ragged_windows(context, {.kind = kind, .pad_to_page = false}, count);
  if (raw.wrong == 0) return {Status::pass, ""};
  const std::string fault = fmt::format("{} of {} ragged windows were wrong, e.g. {}", raw.wrong, count, raw.example);
  const Tally padded = ragged_windows(context, {.kind = kind}, count);
  if (padded.wrong > 0)
    return {Status::fail, fmt::format("{}; rounding segments up to whole pages does not help", fault)};
  return {Status::cured, fmt::format("{}; none once segments are rounded up to whole pages, as fockproxy does", fault)};
}

}  // namespace

std::vector<CheckRow> window_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds) {
    rows.push_back({.name = name_with("window", kind),
                    .section = "Windows",
                    .summary = "put, get, load and store agree in ragged windows, padded as fockproxy has them",
                    .cure = "another --window",
                    .needs = {},
                    .run = [kind](const CheckContext& context) { return as_used(context, kind); },
                    .reproducer = reproducer(kind, {"ragged"}, {{"SEGMENT", "(mine + 65535) / 65536 * 65536"}})});
    rows.push_back({.name = name_with("window-unpadded", kind),
                    .section = "Windows",
                    .summary = "the same for ragged windows as other programs have them",
                    .cure = "another MPI version (MPICH 4.0.0 to 4.0.2 have a known fault)",
                    .needs = {},
                    .run = [kind](const CheckContext& context) { return unpadded(context, kind); },
                    .reproducer = reproducer(kind, {"ragged"}, {{"SEGMENT", "mine"}})});
  }
  return rows;
}

}  // namespace fockproxy::check
