#include "experiment/verdict.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>

#include "experiment/verdict_operations.hpp"
#include "parallel/known_faults.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// The integer that the shared memory control adds to: load and store, no MPI call of anybody.
class SharedInteger {
 public:
  // Throws UsageError on every rank of the node alike where settings switch shared memory off, as those of a transport
  // may.
  explicit SharedInteger(const Communicator& comm) {
    check_mpi(MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &node_),
              "MPI_Comm_split_type");
    int rank = 0;
    MPI_Comm_rank(node_, &rank);
    MPI_Comm_set_errhandler(node_, MPI_ERRORS_RETURN);
    void* own = nullptr;
    if (MPI_Win_allocate_shared(rank == 0 ? sizeof(std::int64_t) : 0, 1, MPI_INFO_NULL, node_, &own, &win_) !=
        MPI_SUCCESS) {
      MPI_Comm_free(&node_);
      throw AgreedUsageError("this MPI refuses shared memory windows with these settings");
    }
    MPI_Aint size = 0;
    int unit = 0;
    check_mpi(MPI_Win_shared_query(win_, 0, &size, &unit, &place_), "MPI_Win_shared_query");
    if (rank == 0) *static_cast<std::int64_t*>(place_) = 0;
  }
  ~SharedInteger() {
    MPI_Win_free(&win_);
    MPI_Comm_free(&node_);
  }
  SharedInteger(const SharedInteger&) = delete;
  SharedInteger& operator=(const SharedInteger&) = delete;
  void add_one() { std::atomic_ref(*static_cast<std::int64_t*>(place_)).fetch_add(1); }

 private:
  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Win win_ = MPI_WIN_NULL;
  void* place_ = nullptr;
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
  if (runtime.node_of(VerdictExperiment::target_rank) !=
      runtime.node_of(VerdictExperiment::origin_rank)) {
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
  if (work.kind() != WorkKind::busy)
    throw AgreedUsageError(
        "UNSUPPORTED: verdicts on progress need --work-kind busy: a sleeping target leaves its core to "
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
