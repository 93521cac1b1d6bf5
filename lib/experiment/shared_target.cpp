#include "experiment/shared_target.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "experiment/quiet_barrier.hpp"
#include "record/distribution.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr int target_rank = 0, first_origin = 1, second_origin = 2;
constexpr int finished_tag = 0;
constexpr double most_periods_per_operation = 20;
constexpr double target_nap = 20e-6;  // seconds; frees the core for the origins

// Runs on the target. Returns when its calls began, until every origin has finished. It stays inside MPI from `end` on.
std::vector<double> serve_origins(const Communicator& comm, int origins, double period, double end,
                                  const SyntheticWork& work, ProgressStrategy& progress) {
  std::vector<double> calls;
  for (int left = origins; left > 0;) {
    const bool computes = now() < end;
    if (computes) work.run(period, progress);
    const double begin = now();
    int finished = 0;
    MPI_Status status;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, finished_tag, comm.handle(), &finished, &status), "MPI_Iprobe");
    if (computes) calls.push_back(begin);
    serve_others();
    if (!finished) continue;
    char token = 0;
    check_mpi(MPI_Recv(&token, 1, MPI_CHAR, status.MPI_SOURCE, finished_tag, comm.handle(), MPI_STATUS_IGNORE),
              "MPI_Recv");
    --left;
  }
  return calls;
}

// `origins` has the start and the completions of each origin. Counts while all origins were at work: from the last
// start to the first of their last completions.
double completions_per_call(const std::vector<double>& calls, const std::vector<std::vector<double>>& origins) {
  double begin = -1, end = -1;
  for (const auto& of : origins) {
    if (of.empty()) continue;
    begin = std::max(begin, of.front());
    end = end < 0 ? of.back() : std::min(end, of.back());
  }
  const auto within = [&](const std::vector<double>& times) {
    return std::ranges::count_if(times, [&](double time) { return begin < time && time <= end; });
  };
  std::int64_t served = 0;
  for (const auto& of : origins) served += within(of);
  return static_cast<double>(served) / static_cast<double>(std::max<std::int64_t>(1, within(calls)));
}

double median_of(int samples, const std::function<void()>& perform) {
  perform();  // makes connections and fills caches
  std::vector<double> seconds;
  for (int i = 0; i < samples; ++i) {
    const double start = now();
    perform();
    seconds.push_back(now() - start);
  }
  return distribution_of(seconds).median;
}

void accumulate_zeros(const Window& window, std::vector<double>& zeros, int doubles, MPI_Aint byte,
                      int target = target_rank) {
  const Window::Place at = window.at(target, byte);
  check_mpi(MPI_Accumulate(zeros.data(), doubles, MPI_DOUBLE, at.rank, at.byte, doubles, MPI_DOUBLE, MPI_SUM,
                           window.handle()),
            "MPI_Accumulate");
  check_mpi(MPI_Win_flush(at.rank, window.handle()), "MPI_Win_flush");
}

}  // namespace

LockScope LockScopeSample::scope() const {
  constexpr double share = 0.25;
  if (alone > share * large) return LockScope::unknown;
  const double waits = alone + share * large;
  if (target > waits) return LockScope::target;
  if (window > waits) return LockScope::window;
  return element > waits ? LockScope::element : LockScope::none;
}

std::vector<int> SharedTarget::numbers_of_origins() const {
  std::vector<int> numbers;
  for (const int n : {3, 5, 8})
    if (n < comm_.size()) numbers.push_back(n);
  return numbers;
}

OriginsPoint SharedTarget::measure_origins(int origins, double period, int operations,
                                           const std::function<void()>& perform) const {
  const bool is_origin = comm_.rank() >= first_origin && comm_.rank() <= origins;
  const double end = now() + most_periods_per_operation * operations * period;
  std::vector<double> times;  // calls of the target, or completions of an origin
  std::string fault;
  if (comm_.rank() == target_rank) times = serve_origins(comm_, origins, period, end, work_, progress_);
  if (is_origin) {
    times.push_back(now());
    try {
      for (int i = 0; i < operations; ++i) {
        perform();
        times.push_back(now());
      }
    } catch (const ComputationError& error) {
      fault = error.what();
    }
    const char token = 0;
    check_mpi(MPI_Send(&token, 1, MPI_CHAR, target_rank, finished_tag, comm_.handle()), "MPI_Send");
  }
  quiet_barrier(comm_);
  for (int origin = first_origin; origin <= origins; ++origin) {
    const std::string of = comm_.broadcast(fault, origin);
    if (!of.empty()) throw AgreedComputationError(of);
  }
  for (double& time : times) time += clock_.offset;
  auto of_ranks = comm_.gather_lists(std::span<const double>(times));
  if (comm_.rank() != target_rank) return {.origins = origins};
  const std::vector<double> calls = std::move(of_ranks.front());
  of_ranks.erase(of_ranks.begin());
  return {origins, completions_per_call(calls, of_ranks)};
}

LockScopeSample SharedTarget::measure_lock_scope(WindowKind kind, int samples) const {
  const Window one(comm_, large_bytes + sizeof(double), {.kind = kind}), other(comm_, sizeof(double), {.kind = kind});
  std::vector<double> zeros(large_bytes / sizeof(double), 0.0);
  const auto small_at = [&](const Window& window, MPI_Aint byte) {
    return median_of(samples, [&] { accumulate_zeros(window, zeros, 1, byte); });
  };
  const auto large_one = [&](int target) { accumulate_zeros(one, zeros, large_bytes / sizeof(double), 0, target); };
  LockScopeSample sample;
  // First with one origin, then with both.
  if (comm_.rank() == first_origin) sample.large = median_of(samples, [&] { large_one(target_rank); });
  quiet_barrier(comm_, comm_.rank() == target_rank ? target_nap : 1e-3);
  const auto beside_large_ones = [&](const Window& window, MPI_Aint byte, int target = target_rank) {
    double median = 0;
    if (comm_.rank() == first_origin) {
      large_one(target);
      const char token = 0;
      check_mpi(MPI_Send(&token, 1, MPI_CHAR, second_origin, finished_tag, comm_.handle()), "MPI_Send");
      for (int finished = 0; !finished;) {
        large_one(target);
        check_mpi(MPI_Iprobe(second_origin, finished_tag, comm_.handle(), &finished, MPI_STATUS_IGNORE), "MPI_Iprobe");
      }
      char end = 0;
      check_mpi(MPI_Recv(&end, 1, MPI_CHAR, second_origin, finished_tag, comm_.handle(), MPI_STATUS_IGNORE),
                "MPI_Recv");
    }
    if (comm_.rank() == second_origin) {
      char token = 0;
      check_mpi(MPI_Recv(&token, 1, MPI_CHAR, first_origin, finished_tag, comm_.handle(), MPI_STATUS_IGNORE),
                "MPI_Recv");
      median = small_at(window, byte);
      check_mpi(MPI_Send(&token, 1, MPI_CHAR, first_origin, finished_tag, comm_.handle()), "MPI_Send");
    }
    quiet_barrier(comm_, comm_.rank() == target_rank ? target_nap : 1e-3);
    return median;
  };
  sample.alone = beside_large_ones(one, 0, first_origin);
  sample.element = beside_large_ones(one, 0);
  sample.window = beside_large_ones(one, large_bytes);
  sample.target = beside_large_ones(other, 0);
  comm_.broadcast(std::span(&sample.large, 1), first_origin);
  std::vector<double> of_second{sample.alone, sample.element, sample.window, sample.target};
  comm_.broadcast(std::span(of_second), second_origin);
  return {sample.large, of_second[0], of_second[1], of_second[2], of_second[3]};
}

}  // namespace fockproxy
