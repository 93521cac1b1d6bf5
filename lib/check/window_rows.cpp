// Rows on windows: do RMA, loads and stores reach the same memory, for segments of any size?
#include <fmt/format.h>

#include <algorithm>

#include "check/window_test.hpp"

namespace fockproxy::check {
namespace {

// Small segments, equal on all ranks. In one piece of shared memory, few of them begin at multiples of 16 bytes.
constexpr std::size_t small_bytes[] = {8, 4956, 4, 24, 1000};
constexpr int unpadded_shapes = 24 + std::size(small_bytes);
constexpr int few_shapes = 2;

// Sizes that are not whole numbers of pages. After the small segments, sizes differ between ranks, some are odd, and
// some ranks have no segment.
std::size_t segment_bytes(int shape, int rank) {
  if (shape < static_cast<int>(std::size(small_bytes))) return small_bytes[shape];
  if ((shape + rank) % 7 == 6) return 0;
  return 8 + (1237 * static_cast<std::size_t>(shape + 1) * (rank + 3) + 4099 * shape) % 20011;
}

struct Tally {
  int wrong = 0;
  std::string example;
};

// Self-tests windows of `count` shapes. If the window kind is refused, the exception of the constructor passes through.
Tally ragged_windows(const CheckContext& context, WindowOptions options, int count) {
  options.self_test = false;
  Tally tally;
  for (int shape = 0; shape < count; ++shape) {
    Window window(context.runtime.world(), segment_bytes(shape, context.runtime.world().rank()), options);
    const std::string found = window.self_test();
    if (found.empty()) continue;
    if (tally.wrong++ == 0) tally.example = found;
  }
  return tally;
}

RowResult as_used(const CheckContext& context, WindowKind kind) {
  const int count = context.brief ? few_shapes : unpadded_shapes;
  for (const bool lock_all : {true, false})
    if (const Tally tally = ragged_windows(context, {.kind = kind, .lock_all = lock_all}, count); tally.wrong > 0)
      return {Status::fail, fmt::format("{} of {} windows were wrong, e.g. {}", tally.wrong, count, tally.example)};
  return {Status::pass, ""};
}

// The faults that an application meets if it does not pad its windows.
RowResult unpadded(const CheckContext& context, WindowKind kind) {
  const int count = context.brief ? few_shapes : unpadded_shapes;
  const Tally raw = ragged_windows(context, {.kind = kind, .pad_to_page = false}, count);
  if (raw.wrong == 0) return {Status::pass, ""};
  const std::string fault = fmt::format("{} of {} windows were wrong, e.g. {}", raw.wrong, count, raw.example);
  const Tally padded = ragged_windows(context, {.kind = kind}, count);
  if (padded.wrong > 0)
    return {Status::fail, fmt::format("{}; rounding segments up to whole pages does not help", fault)};
  return {Status::cured, fault,
          "right where segments are rounded up to whole pages and so begin at multiples of 16 bytes, as in fockproxy"};
}

// Names of the operations that miss a window of kind create which begins so many bytes into a page, in call order.
std::vector<std::string> misses(const CheckContext& context, std::vector<std::size_t> shifts) {
  std::vector<std::string> all;
  if (context.brief) shifts.resize(1);
  for (const std::size_t shift : shifts)
    for (const std::string& name : misplaced_operations(context, shift))
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  return all;
}

RowResult unaligned(const CheckContext& context) {
  const std::vector<std::string> wrong = misses(context, {4, 8, 12, 20});
  if (wrong.empty()) return {};
  const std::string fault = fmt::format(
      "{} of 4 bytes reach memory beside the window where its base is a page + 4, 8, "
      "12 or 20 bytes",
      fmt::join(wrong, ", "));
  if (!misses(context, {16, 32, 48}).empty()) return {Status::fail, fault + "; also at multiples of 16 bytes"};
  return {Status::cured, fault, "right where the base is a multiple of 16 bytes, as in fockproxy"};
}

// The program for windows on its own memory.
Reproducer of_own_memory(const char* piece) {
  return reproducer(WindowKind::create, {piece},
                    {{"MAKE", "  MPI_Win_create(base, bytes, 1, info, MPI_COMM_WORLD, &win);"}});
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
                    .summary = "the same for small and ragged segments that are not padded",
                    .cure = "another MPI version (MPICH 4.0.0 to 4.0.2 have a known fault)",
                    .needs = {},
                    .run = [kind](const CheckContext& context) { return unpadded(context, kind); },
                    .reproducer = reproducer(kind, {"ragged"}, {{"SEGMENT", "mine"}}),
                    .ranks = 2});  // one rank has no neighbour whose memory could be mixed up
  }
  rows.push_back({.name = "window-unaligned",
                  .section = "Windows",
                  .summary = "every operation on windows of kind create whose base is no multiple of 16 bytes",
                  .cure = "memory at multiples of 16 bytes, another MPI version",
                  .needs = {},
                  .run = unaligned,
                  .reproducer = of_own_memory("unaligned")});
  rows.push_back({.name = "window-far",
                  .section = "Windows",
                  .summary = "displacements beyond 4 GiB, in calls and in datatypes",
                  .cure = "more ranks, so that segments are smaller",
                  .needs = {},
                  .run = [](const CheckContext& context) { return judged(check_far(context)); },
                  .reproducer = of_own_memory("far")});
  return rows;
}

}  // namespace fockproxy::check
