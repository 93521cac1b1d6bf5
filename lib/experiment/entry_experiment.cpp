#include "experiment/entry_experiment.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "experiment/quiet_barrier.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {
namespace {

constexpr int release_tag = 0;

// A sample consists of a pause of up to a period and the operation, which mostly takes about a period.
constexpr double most_periods_per_sample = 20;

}  // namespace

// Runs on the target. Returns when its calls began, until `end`. From then on the target stays inside MPI until it is
// released.
std::vector<double> EntryExperiment::serve(double period, double end) {
  std::vector<double> entries;
  for (int done = 0; done == 0;) {
    const bool computes = period > 0 && now() < end;
    if (computes) work_.run(period, progress_);
    const double begin = now();
    check_mpi(MPI_Iprobe(origin_rank, release_tag, comm_.handle(), &done, MPI_STATUS_IGNORE), "MPI_Iprobe");
    if (computes) entries.push_back(begin);
    serve_others();
  }
  char token = 0;
  check_mpi(MPI_Recv(&token, 1, MPI_CHAR, origin_rank, release_tag, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
  return entries;
}

std::vector<EntryExperiment::Interval> EntryExperiment::sample(double period, int samples, double end,
                                                               const std::function<void()>& perform) {
  std::vector<Interval> intervals;
  for (int i = 0; i < samples && (i == 0 || period == 0 || now() < end); ++i) {
    const double pause = period * unit_interval(hash_append(seed_, ++draws_));
    std::this_thread::sleep_for(std::chrono::duration<double>(pause));
    const double begin = now();
    perform();
    intervals.push_back({begin + clock_.offset, now() + clock_.offset});
  }
  return intervals;
}

std::vector<EntrySample> EntryExperiment::measure(double period, int samples, const std::function<void()>& perform) {
  const double end = now() + most_periods_per_sample * samples * period;  // until then the target computes
  std::vector<double> entries;
  std::vector<Interval> intervals;
  std::string fault;
  if (comm_.rank() == target_rank) entries = serve(period, end);
  if (comm_.rank() == origin_rank) {
    try {
      if (period == 0) perform();  // makes connections and fills caches
      intervals = sample(period, samples, end, perform);
    } catch (const ComputationError& error) {
      fault = error.what();
    }
    const char token = 0;
    check_mpi(MPI_Send(&token, 1, MPI_CHAR, target_rank, release_tag, comm_.handle()), "MPI_Send");
  }
  quiet_barrier(comm_);
  fault = comm_.broadcast(fault, origin_rank);
  if (!fault.empty()) throw AgreedComputationError(fault);

  const auto of_ranks = comm_.gather_lists(std::span<const Interval>(intervals));
  std::vector<EntrySample> found;
  if (comm_.rank() != target_rank) return found;
  for (const Interval& one : of_ranks[origin_rank]) {
    // Cut: the target had stopped computing before the operation ended. Then the count is too low, and the sample is
    // only used if it is the only one.
    const bool cut = period > 0 && (entries.empty() || one.end > entries.back());
    if (cut && !found.empty()) break;
    const auto first = std::ranges::upper_bound(entries, one.begin), last = std::ranges::upper_bound(entries, one.end);
    found.push_back({one.end - one.begin, last - first});
  }
  return found;
}

}  // namespace fockproxy
