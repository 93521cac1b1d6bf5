// The cost of counting and timing every operation: microseconds that recording adds to one sample.
//
//     mpiexec -n 1 perf_recorder_overhead [--blocks 2000]
//
// Three places always record: a draw of a Fock build or of `fockproxy counter` (by its distributor), a block transfer,
// and the counter kernel, which keeps both times of every draw and the CPU time of the work between them. Each is timed
// against the same calls without the recorder, in alternating blocks: the counter adds to an integer in memory, the
// matrix blocks have one element of a local matrix, and the work is empty. --trace times what a task at atom grain adds
// to the ring: its events, and the readings of the clock that only a trace makes. Prints medians, and exits with 1 if
// one of the three adds 0.2 microseconds or more to a sample, or the trace 0.5 (1% of 50) to a task. As a control, a
// draw with two more readings of the CPU clock (a system call) must cost more than the draw.
#include <cstdlib>
#include <string>

#include "blocks/block_transfers.hpp"
#include "counters/counter_distributor.hpp"
#include "experiment/counter_run.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"
#include "timing.hpp"

namespace fockproxy {
namespace {

constexpr double most_allowed = 0.2;     // microseconds per sample
constexpr double most_of_a_trace = 0.5;  // microseconds per task
constexpr int samples = 500;             // per block

// Fetch-and-add without communication.
class LocalCounter : public Counter {
 public:
  std::int64_t fetch_add(std::int64_t n) override { return std::exchange(value_, value_ + n); }
  void reset(std::int64_t start) override { value_ = start; }
  Traffic traffic() const override { return {}; }

 private:
  std::int64_t value_ = 0;
};

struct Times {
  std::vector<double> bare, recorded;
};

template <class Bare, class Recorded>
Times alternate(int blocks, Bare bare, Recorded recorded) {
  Times times;
  for (int block = -2; block < blocks; ++block) {
    const double a = time_block(samples, bare), b = time_block(samples, recorded);
    if (block < 0) continue;  // fills caches
    times.bare.push_back(a);
    times.recorded.push_back(b);
  }
  return times;
}

Times time_draws(int blocks) {
  LocalCounter counter;
  CounterDistributor distributor(std::make_unique<LocalCounter>(), FixedSchedule(1));
  distributor.begin(std::int64_t{1} << 60);
  return alternate(blocks, [&] { counter.fetch_add(1); }, [&] { distributor.next(); });
}

Times time_control(int blocks) {
  CounterDistributor distributor(std::make_unique<LocalCounter>(), FixedSchedule(1));
  distributor.begin(std::int64_t{1} << 60);
  double sum = 0;
  const auto times = alternate(
      blocks, [&] { distributor.next(); },
      [&] {
        sum -= thread_cpu_seconds();
        distributor.next();
        sum += thread_cpu_seconds();
      });
  return sum < 0 ? Times{} : times;
}

Times time_transfers(const Runtime& runtime, int blocks) {
  const BlockLayout layout({0, 1, 2}, 1);
  const MatrixEntry& local = find_matrix("local");
  const FockMatrices matrices{local.make({runtime, {}}, layout, "D"), local.make({runtime, {}}, layout, "F")};
  const BlockChecksums checksums(layout, 1);
  RankRecord record;
  const DensityChecksums expected(runtime.world(), checksums, matrices.density->ownership(), Matrix::Zero(2, 2));
  BlockTransfers transfers(runtime, matrices, expected, {}, record);
  double element = 0;
  const BlockRead read{1, 0, &element};
  return alternate(
      blocks, [&] { matrices.density->get({&read, 1}); }, [&] { transfers.get(OperationKind::get, {&read, 1}); });
}

// Whole runs of the kernel over empty tasks, per draw, compared with the draws alone.
Times time_kernel(const Runtime& runtime, Watchdog& watchdog, int blocks) {
  const SyntheticWork work(runtime.world(), WorkKind::busy);
  const TaskLengths lengths(std::vector<double>(samples, 0.0), 1.0);
  const CounterKernel kernel{runtime, watchdog, work, lengths, {}};
  CounterDistributor distributor(std::make_unique<LocalCounter>(), FixedSchedule(1));
  const auto progress = find_progress("none").make({runtime, {}});
  Times times;
  for (int block = 0; block < blocks; ++block) {
    distributor.begin(samples);
    times.bare.push_back(time_block(samples, [&] { distributor.next(); }));
    const CounterRun run = run_counter_kernel(kernel, distributor, *progress, samples, true);
    if (!run.fault.empty()) throw ComputationError(run.fault);
    times.recorded.push_back(1e6 * (run.ranks[0].end - run.ranks[0].begin) / samples);
  }
  return times;
}

// A draw, its task, the integrals, three gets, three accumulates and as many for held blocks as most tasks have.
Times time_trace(int blocks) {
  TraceRing ring(131072);
  std::int64_t id = 0;
  return alternate(
      blocks, [] {},
      [&] {
        const double asked = now();
        ring.add({.kind = SpanKind::counter, .begin = asked, .end = now(), .id = id});
        const double fetched = now();
        for (int i = 0; i < 10; ++i)
          ring.add({.kind = SpanKind::get,
                    .target = 0,
                    .begin = asked,
                    .end = fetched,
                    .bytes = 8,
                    .blocks = {1, 0, -1, -1}});
        ring.add({.kind = SpanKind::compute, .begin = asked, .end = fetched});
        ring.add({.kind = SpanKind::task, .begin = fetched, .end = now(), .id = id++, .blocks = {1, 0, 1, 0}});
      });
}

bool judge(const char* what, const Times& times, double allowed = most_allowed) {
  const double added = median_difference(times.recorded, times.bare);
  fmt::print("{}\n", what);
  print_times("  without the recorder", times.bare);
  print_times("  with it", times.recorded);
  fmt::print("  adds {:.4f} us, less than {} allowed: {}\n", added, allowed, added < allowed ? "PASS" : "FAIL");
  return added < allowed;
}

int run(int argc, char** argv) {
  const Runtime runtime(argc, argv, {});
  if (runtime.world().size() != 1) throw UsageError("runs on one rank");
  int blocks = 2000;
  if (argc == 3 && std::string(argv[1]) == "--blocks") blocks = std::atoi(argv[2]);
  else if (argc != 1) throw UsageError("the only option is --blocks N");
  if (blocks < 10) throw UsageError("--blocks must be at least 10");
  Watchdog watchdog(0, 0);
  bool passed = judge("a draw", time_draws(blocks));
  passed &= judge("a block transfer", time_transfers(runtime, blocks));
  passed &= judge("a draw of the counter kernel", time_kernel(runtime, watchdog, blocks));
  passed &= judge("the trace of a task", time_trace(blocks), most_of_a_trace);
  const Times control = time_control(blocks);
  const double seen = control.bare.empty() ? 0 : median_difference(control.recorded, control.bare);
  fmt::print("control, two more readings of the CPU clock: {:.4f} us: {}\n", seen, seen > 0 ? "seen" : "MISSED");
  return passed && seen > 0 ? 0 : 1;
}

}  // namespace
}  // namespace fockproxy

int main(int argc, char** argv) {
  try {
    return fockproxy::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "perf_recorder_overhead: error: {}\n", error.what());
    return 2;
  }
}
