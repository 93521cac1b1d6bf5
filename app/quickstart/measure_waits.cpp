#include "app/quickstart/stages.hpp"
#include "experiment/verdict.hpp"

namespace fockproxy {

Waits measure_waits(const CommandContext& context) {
  Waits measured;
  const Runtime& runtime = context.runtime;
  if (runtime.world().size() < 2) return {.reason = "that takes two ranks, and this job has one", .waits = {}};
  context.watchdog.mark("quickstart: progress");
  const SyntheticWork work(runtime.world(), WorkKind::busy);
  const auto strategy = find_progress("none").make({runtime, {}});
  const WindowKind window[] = {WindowKind::allocate};
  VerdictOptions options{.samples = 12, .longest = 1};
  options.heartbeat = [&] { context.watchdog.beat(); };
  const std::vector<OperationVerdict> rows = measure_verdicts(runtime, work, window, *strategy, options);
  measured.reason = control_fault(rows);
  for (const OperationVerdict& row : rows)
    if (!row.control && row.remote && row.verdict != Verdict::unsupported)
      measured.waits.push_back({.operation = row.operation,
                                .by_itself = row.verdict == Verdict::by_itself,
                                .undisturbed = row.undisturbed,
                                .computing = row.distribution.median,
                                .disturbed = row.disturbed});
  if (measured.reason.empty() && runtime.world().is_root() && measured.waits.empty())
    measured.reason = "this MPI refuses windows of kind allocate";
  return measured;
}

}  // namespace fockproxy
