// Rows on calls that complete transfers to all targets at once. The fault needs three ranks and chance to show. A row
// that does not see it gives the number of rounds and does not say PASS.
#include <fmt/format.h>

#include "check/completion_test.hpp"

namespace fockproxy::check {
namespace {

constexpr int most_rounds = 40;
constexpr double seconds = 2;          // the same limit for the cure
constexpr double seconds_of_many = 1;  // in a whole check, where up to twelve rows look for the fault

RowResult completed(const CheckContext& context, WindowKind kind, CompleteAll by) {
  const double limit = context.all ? seconds_of_many : seconds;
  const CompletionResult raw = check_completion_of_all(context, kind, by, most_rounds, limit);
  if (raw.found.empty())
    return {Status::not_seen, fmt::format("no fault in {} rounds of 300 gets or puts to every rank", raw.rounds)};
  // Twice the number of rounds that the fault took to show, if there is time.
  const CompletionResult cured =
      check_completion_of_all(context, kind, CompleteAll::flush_by_target, 2 * raw.rounds + 4, seconds);
  RowResult wrong = judged(raw.found);
  if (!cured.found.empty())
    return {Status::fail,
            fmt::format("{}; also with MPI_Win_flush of each target: {}", wrong.detail, cured.found.front())};
  return {Status::cured, fmt::format("{} ({} rounds with MPI_Win_flush were right)", wrong.detail, cured.rounds),
          "right where MPI_Win_flush completes target by target, as in fockproxy"};
}

}  // namespace

std::vector<CheckRow> completion_rows() {
  struct Entry {
    CompleteAll by;
    const char *name, *call;
  };
  constexpr Entry entries[] = {{CompleteAll::flush_all, "flush-all", "MPI_Win_flush_all"},
                               {CompleteAll::flush_local_all, "flush-local-all", "MPI_Win_flush_local_all"},
                               {CompleteAll::unlock_all, "unlock-all", "MPI_Win_unlock_all"}};
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds)
    for (const Entry& entry : entries) {
      const bool unlocks = entry.by == CompleteAll::unlock_all;
      rows.push_back(
          {.name = name_with(entry.name, kind),
           .section = "Completion at all targets",
           .summary = fmt::format("gets and puts are complete when {} returns", entry.call),
           .cure = "MPI_Win_flush of each target",
           .needs = {},
           .run = [kind, by = entry.by](const CheckContext& context) { return completed(context, kind, by); },
           .reproducer = reproducer(kind, {"complete-all"},
                                    {{"COMPLETE", fmt::format("{}(win);", entry.call)},
                                     {"RANKS", "3"},
                                     {"AGAIN", unlocks ? "    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);" : ""}}),
           .ranks = 3});
    }
  return rows;
}

}  // namespace fockproxy::check
