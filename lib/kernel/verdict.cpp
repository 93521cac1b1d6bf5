#include "kernel/verdict.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>

#include "kernel/quiet_barrier.hpp"
#include "kernel/verdict_operations.hpp"
#include "parallel/known_faults.hpp"
#include "record/operations.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {
namespace {

constexpr int target_rank = 0, origin_rank = 1;
enum Tag { ask, answer, stop };

// How long rank 0 stays inside MPI between two computations: long enough for the exchanges of one operation, because
// one call may serve one message only.
constexpr double inside_seconds = 200e-6;

// Rank 0 computes at least this many times as long as an undisturbed operation takes.
constexpr double period_over_operation = 4;
constexpr int undisturbed_samples = 7;

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
      throw UsageError("this MPI refuses shared memory windows with these settings");
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

class Experiment {
 public:
  Experiment(const Communicator& world, const SyntheticWork& work, ProgressStrategy& progress,
             const VerdictOptions& options)
      : comm_(world.handle()), work_(work), progress_(progress), options_(options) {}

  const Communicator& comm() const { return comm_; }

  // Completes the row on rank 0: what rank 1 measured, or why the operation failed there.
  OperationVerdict judge(OperationVerdict row, const std::function<void()>& perform) {
    row.undisturbed = distribution_of(measure(row, 0, undisturbed_samples, perform)).median;
    row.period = std::max(options_.period, period_over_operation * row.undisturbed);
    if (row.reason.empty()) row.waits = measure(row, row.period, options_.samples, perform);
    row.distribution = distribution_of(row.waits);
    if (row.reason.empty())
      row.verdict =
          row.distribution.p90 - row.undisturbed > row.period / 2 ? Verdict::needs_target : Verdict::by_itself;
    return row;
  }

  void compute_once() { work_.run(options_.period, progress_); }

  void ask_rank_0() const {
    char token = 0;
    check_mpi(MPI_Send(&token, 1, MPI_CHAR, target_rank, ask, comm_.handle()), "MPI_Send");
    check_mpi(MPI_Recv(&token, 1, MPI_CHAR, target_rank, answer, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
  }

 private:
  // Collective. Durations of `samples` operations of rank 1, the same on every rank, while rank 0 computes for `period`
  // at a time; always inside MPI when that is 0. Sets row.reason where the operation fails.
  std::vector<double> measure(OperationVerdict& row, double period, int samples, const std::function<void()>& perform) {
    std::vector<double> seconds;
    if (comm_.rank() == target_rank) compute_until_stopped(period);
    if (comm_.rank() == origin_rank) {
      try {
        seconds = sample(period, samples, perform);
      } catch (const ComputationError& error) {
        row.reason = error.what();
      }
      const char token = 0;
      check_mpi(MPI_Send(&token, 1, MPI_CHAR, target_rank, stop, comm_.handle()), "MPI_Send");
    }
    quiet_barrier(comm_);
    if (options_.heartbeat) options_.heartbeat();
    row.reason = comm_.broadcast(row.reason, origin_rank);
    seconds.resize(row.reason.empty() ? samples : 0);
    comm_.broadcast(std::span(seconds), origin_rank);
    return seconds;
  }

  std::vector<double> sample(double period, int samples, const std::function<void()>& perform) {
    std::vector<double> seconds;
    perform();  // connections and caches
    for (int i = 0; i < samples; ++i) {
      const double pause = period * unit_interval(hash_append(options_.seed, ++draws_));
      std::this_thread::sleep_for(std::chrono::duration<double>(pause));
      const double start = now();
      perform();
      seconds.push_back(now() - start);
    }
    return seconds;
  }

  void compute_until_stopped(double period) {
    for (;;) {
      work_.run(period, progress_);
      for (const double start = now(); now() - start < inside_seconds;) {
        int arrived = 0;
        MPI_Status status;
        check_mpi(MPI_Iprobe(origin_rank, MPI_ANY_TAG, comm_.handle(), &arrived, &status), "MPI_Iprobe");
        if (!arrived) continue;
        char token = 0;
        check_mpi(MPI_Recv(&token, 1, MPI_CHAR, origin_rank, status.MPI_TAG, comm_.handle(), MPI_STATUS_IGNORE),
                  "MPI_Recv");
        if (status.MPI_TAG == stop) return;
        check_mpi(MPI_Send(&token, 1, MPI_CHAR, origin_rank, answer, comm_.handle()), "MPI_Send");
      }
    }
  }

  Communicator comm_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
  VerdictOptions options_;
  std::uint64_t draws_ = 0;
};

void add_controls(const Runtime& runtime, Experiment& experiment, std::vector<OperationVerdict>& rows) {
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
  if (runtime.node_of(target_rank) != runtime.node_of(origin_rank)) {
    memory.reason = "ranks 0 and 1 are on different nodes";
    rows.push_back(memory);
    return;
  }
  std::unique_ptr<SharedInteger> integer;
  try {
    integer = std::make_unique<SharedInteger>(experiment.comm());
  } catch (const UsageError& error) {
    memory.reason = error.what();
    rows.push_back(memory);
    return;
  }
  rows.push_back(experiment.judge(memory, [&] { integer->add_one(); }));
}

void add_operations(Experiment& experiment, WindowKind kind, const std::string& swap_fault,
                    std::vector<OperationVerdict>& rows) {
  std::unique_ptr<VerdictWindows> windows;
  std::string refused;
  try {
    windows = std::make_unique<VerdictWindows>(experiment.comm(), kind);
  } catch (const UsageError& error) {
    refused = error.what();  // the same on every rank
  }
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

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::by_itself: return "progresses by itself";
    case Verdict::needs_target: return "needs the target in MPI";
    case Verdict::unsupported: return "UNSUPPORTED";
  }
  return "";
}

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
  if (runtime.world().size() < 2) throw UsageError("UNSUPPORTED: verdicts on progress need at least 2 ranks");
  if (work.kind() != WorkKind::busy)
    throw UsageError("UNSUPPORTED: verdicts on progress need --work-kind busy: a sleeping target leaves its core to "
                     "the origin");
  std::vector<OperationVerdict> rows;
  Experiment experiment(runtime.world(), work, progress, options);
  progress.start();
  add_controls(runtime, experiment, rows);
  const std::string swap_fault = compare_and_swap_fault(runtime.mpi_library(), std::getenv);
  for (const WindowKind kind : windows) add_operations(experiment, kind, swap_fault, rows);
  progress.stop();
  return rows;
}

}  // namespace fockproxy
