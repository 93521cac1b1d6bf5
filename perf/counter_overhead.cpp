// What it costs that counters can be exchanged: draws from `mpi3` through the Counter interface against the bare calls,
// MPI_Fetch_and_op and MPI_Win_flush, on a window of the same kind.
//
//     mpiexec -n 2 perf_counter_overhead [--window create] [--blocks 4000] [--draws 200]
//
// The last rank draws, the others stay in a barrier. Blocks of draws of either kind alternate, in the order ABBA, and
// every so often both get new windows, so that neither drift nor a window's place in memory favours one. Prints the
// medians over the blocks, in microseconds per draw, and the median ratio of neighbouring blocks; exits 1 when that is
// above 1.03. A control, the same counter made 5% slower, must come out above 1.03, or the exit code is 1 as well. With
// one rank nothing is shared and a draw takes 20 ns: that is printed, and not judged.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "counters/forwarding_counter.hpp"
#include "support/error.hpp"
#include "timing.hpp"

namespace fockproxy {
namespace {

constexpr double most_allowed = 1.03;
constexpr double longest_us = 2e6;  // on one pair of windows: where draws are slow, there are fewer blocks

struct Options {
  WindowKind window = WindowKind::allocate;
  int blocks = 4000;  // of each kind
  int draws = 200;    // a block: short, so that few are interrupted
  int windows = 10;   // of each kind, one after the other
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--window" && parse_window_kind(value)) options.window = *parse_window_kind(value);
    else if (name == "--blocks") options.blocks = std::atoi(value.c_str());
    else if (name == "--draws") options.draws = std::atoi(value.c_str());
    else throw UsageError("unknown: " + name + " " + value);
  }
  if (options.blocks < options.windows || options.draws < 1) throw UsageError("--blocks >= 10 and --draws >= 1");
  return options;
}

// Waits a while after every draw, at least as long as reading the clock twice takes.
class SlowerCounter : public ForwardingCounter {
 public:
  SlowerCounter(Counter& counter, double microseconds) : ForwardingCounter(counter), microseconds_(microseconds) {}
  std::int64_t fetch_add(std::int64_t n) override {
    const std::int64_t value = ForwardingCounter::fetch_add(n);
    for (const double end = now_us() + microseconds_; now_us() < end;) {
    }
    return value;
  }

 private:
  double microseconds_;
};

struct Times {
  std::vector<double> bare, interface, slower;
};

// All blocks on one pair of windows. `sum` keeps the values from being optimised away.
void time_pair(const Options& options, Counter& counter, MPI_Win win, std::int64_t& sum, Times& times) {
  const auto bare = [&] {
    std::int64_t one = 1, before = 0;
    MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    sum += before;
  };
  const auto interface = [&] { sum += counter.fetch_add(1); };
  time_block(options.draws, bare);
  SlowerCounter slower(counter, 0.05 * time_block(options.draws, bare));
  time_block(options.draws, interface);
  const double end = now_us() + longest_us;
  for (int block = 0; block < options.blocks / options.windows && (block < 10 || now_us() < end); ++block) {
    for (const bool first : {true, false}) {
      if (first == (block % 2 == 0)) times.bare.push_back(time_block(options.draws, bare));
      else times.interface.push_back(time_block(options.draws, interface));
    }
    times.slower.push_back(time_block(options.draws, [&] { sum += slower.fetch_add(1); }));
  }
}

int run(int argc, char** argv) {
  const Runtime runtime(argc, argv, {});
  const Communicator& world = runtime.world();
  const Options options = parse(argc, argv);
  Times times;
  std::int64_t sum = 0;
  for (int pair = 0; pair < options.windows; ++pair) {
    std::unique_ptr<Counter> counter;
    std::unique_ptr<Window> window;
    for (const bool first : {true, false}) {  // which one is made first alternates too
      if (first == (pair % 2 == 0)) counter = find_counter("mpi3").make({runtime, options.window});
      else window = std::make_unique<Window>(world, world.is_root() ? sizeof(std::int64_t) : 0,
                                             WindowOptions{.kind = options.window});
    }
    world.barrier();
    if (world.rank() == world.size() - 1) time_pair(options, *counter, window->handle(), sum, times);
    world.barrier();
  }
  int code = 0;
  if (world.rank() == world.size() - 1) {
    const double ratio = median_ratio(times.interface, times.bare);
    const double control = median_ratio(times.slower, times.bare);
    const bool judged = world.size() > 1;
    fmt::print("{}\n{} ranks, window {}, {} blocks of {} draws of each kind, sum of values {}\n", runtime.mpi_library(),
               world.size(), to_string(options.window), times.bare.size(), options.draws, sum);
    print_times("bare MPI calls", times.bare);
    print_times("Counter interface", times.interface);
    fmt::print("median ratio of neighbours {:.4f}, at most {} allowed: {}\n", ratio, most_allowed,
               !judged                 ? "not judged with one rank"
               : ratio <= most_allowed ? "PASS"
                                       : "FAIL");
    fmt::print("control, made 5% slower or more: {:.4f}: {}\n", control, control > most_allowed ? "caught" : "MISSED");
    code = judged && (ratio > most_allowed || control <= most_allowed) ? 1 : 0;
  }
  return world.max(code);
}

}  // namespace
}  // namespace fockproxy

int main(int argc, char** argv) {
  try {
    return fockproxy::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "perf_counter_overhead: error: {}\n", error.what());
    return 2;
  }
}
