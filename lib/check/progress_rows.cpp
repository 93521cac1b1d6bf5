// Rows on progress: which operations make progress by themselves, and which wait until their target is inside MPI.
// Neither is a fault; the row only reports it.
#include <fmt/format.h>

#include <map>

#include "check/check_row.hpp"
#include "experiment/verdict.hpp"

namespace fockproxy::check {
namespace {

constexpr int samples = 15;  // per operation: three windows take about ten seconds

// For example "progresses by itself: get 8 B, put 1 MB; needs the target in MPI: fetch_and_op 8 B". Rank 1 issues the
// operations on rank 0.
std::string summary(const std::vector<OperationVerdict>& rows) {
  std::map<Verdict, std::string> names;
  for (const OperationVerdict& row : rows) {
    if (row.control || !row.remote) continue;
    std::string& list = names[row.verdict];
    std::string name = row.operation;
    std::erase(name, ',');  // "get, strided, 1 MB"
    list += (list.empty() ? "" : ", ") + name;
  }
  std::string text;
  for (const auto& [verdict, list] : names) text += (text.empty() ? "" : "; ") + to_string(verdict) + ": " + list;
  return text;
}

RowResult judge_progress(const CheckContext& context, WindowKind kind) {
  const Communicator& comm = context.runtime.world();
  if (context.runtime.ranks_per_core() > 1)
    throw AgreedUsageError("more ranks than cores: nothing can be measured; two ranks are enough");
  const SyntheticWork work(comm, WorkKind::busy);
  const auto none = find_progress("none").make(context.runtime);
  VerdictOptions options;
  options.samples = samples;
  options.heartbeat = [&] { context.watchdog.beat(); };  // slow if ranks share cores
  const std::vector<OperationVerdict> rows =
      measure_verdicts(context.runtime, work, std::span(&kind, 1), *none, options);
  if (!comm.is_root()) return {};
  if (const std::string fault = control_fault(rows); !fault.empty()) return {Status::unsupported, fault};
  // If the window kind is refused, no operation was tried.
  for (const OperationVerdict& row : rows)
    if (!row.control && row.verdict != Verdict::unsupported) return {Status::pass, summary(rows)};
  return {Status::unsupported, rows.back().reason};
}

}  // namespace

std::vector<CheckRow> progress_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds)
    rows.push_back({.name = name_with("progress", kind),
                    .section = "Progress while the target computes, measured (no row of these can fail)",
                    .summary = "which operations move by themselves",
                    .cure = "",
                    .needs = {},
                    .run = [kind](const CheckContext& context) { return judge_progress(context, kind); },
                    .ranks = 2});
  return rows;
}

}  // namespace fockproxy::check
