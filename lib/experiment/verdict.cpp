#include "experiment/verdict.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>

#include "experiment/verdict_operations.hpp"
#include "parallel/known_faults.hpp"
#include "parallel/node_memory.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// The integer of the shared memory control: it is added to by load and store, without MPI calls. Throws UsageError on
// all ranks if settings disable shared memory, as those of a transport may.
class SharedInteger {
 public:
  explicit SharedInteger(const Communicator& comm) : memory_(comm, comm.is_root() ? sizeof(std::int64_t) : 0) {
    if (comm.is_root()) *place() = 0;
  }
  void add_one() { std::atomic_ref(*place()).fetch_add(1); }

 private:
  std::int64_t* place() const { return static_cast<std::int64_t*>(memory_.of(0)); }

  NodeMemory memory_;
};

void add_controls(const Runtime& runtime, VerdictExperiment& experiment, std::vector<OperationVerdict>& rows) {
  OperationVerdict message;
  message.operation = "control: answered message";
  message.window = "-";
  message.control = true;
  OperationVerdict memory = message;
  memory.operation = "control: shared memory";
  OperationVerdict computation = message;
  computation.operation = "control: own computation";
  rows.push_back(experiment.judge(message, [&] { experiment.ask_rank_0(); }));
  rows.push_back(experiment.judge(computation, [&] { experiment.compute_once(); }));
  if (runtime.node_of(VerdictExperiment::target_rank) != runtime.node_of(VerdictExperiment::origin_rank)) {
    memory.reason = "ranks 0 and 1 are on different nodes";
    rows.push_back(memory);
    return;
  }
  std::unique_ptr<SharedInteger> integer;
  try {
    integer = std::make_unique<SharedInteger>(experiment.comm());
  } catch (const AgreedUsageError& error) {
    memory.reason = error.what();
    rows.push_back(memory);
    return;
  }
  rows.push_back(experiment.judge(memory, [&] { integer->add_one(); }));
}

void add_operations(VerdictExperiment& experiment, WindowKind kind, const std::string& swap_fault,
                    std::vector<OperationVerdict>& rows) {
  std::unique_ptr<VerdictWindows> windows;
  std::string refused;
  try {
    windows = std::make_unique<VerdictWindows>(experiment.comm(), kind);
  } catch (const AgreedUsageError& error) {
    refused = error.what();  // the same on every rank
  }
  constexpr int target_rank = VerdictExperiment::target_rank, origin_rank = VerdictExperiment::origin_rank;
  for (const VerdictOperation& operation : verdict_operations())
    for (const int target : {target_rank, origin_rank}) {
      OperationVerdict row;
      row.operation = operation.name;
      row.window = to_string(kind);
      row.remote = target == target_rank;
      row.reason = !refused.empty() ? refused : operation.swaps ? swap_fault : "";
      rows.push_back(row.reason.empty() ? experiment.judge(row, [&] { operation.perform(*windows, target); }) : row);
    }
}

}  // namespace

std::string control_fault(const std::vector<OperationVerdict>& rows) {
  for (const OperationVerdict& row : rows) {
    if (!row.control || row.verdict == Verdict::unsupported) continue;
    const bool message = row.operation.find("message") != std::string::npos;
    if (row.verdict == (message ? Verdict::by_itself : Verdict::needs_target))
      return "the verdicts cannot be trusted here: " + row.operation + " was found to be of the kind '" +
             to_string(row.verdict) + "'";
  }
  return "";
}

std::vector<OperationVerdict> measure_verdicts(const Runtime& runtime, const SyntheticWork& work,
                                               std::span<const WindowKind> windows, ProgressStrategy& progress,
                                               const VerdictOptions& options) {
  if (runtime.world().size() < 2) throw AgreedUsageError("UNSUPPORTED: verdicts on progress need at least 2 ranks");
  if (work.kind() == WorkKind::sleep)
    throw AgreedUsageError(
        "UNSUPPORTED: verdicts on progress need --work-kind busy or device: a sleeping target leaves its core to "
        "the origin");
  std::vector<OperationVerdict> rows;
  VerdictExperiment experiment(runtime.world(), work, progress, options);
  progress.start();
  add_controls(runtime, experiment, rows);
  const std::string swap_fault = compare_and_swap_fault(runtime.mpi_library(), std::getenv);
  for (const WindowKind kind : windows) add_operations(experiment, kind, swap_fault, rows);
  progress.stop();
  return rows;
}

}  // namespace fockproxy
