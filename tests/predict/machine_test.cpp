// The model compared with closed forms of queueing theory.
#include "predict/machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "predict/self_scheduling.hpp"
#include "support/random.hpp"

namespace fockproxy::predict {
namespace {

// Seeded variates.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double uniform() { return unit_interval(state_ = hash64(state_)); }
  double exponential(double mean) { return -mean * std::log1p(-uniform()); }
  double uniform_about(double mean) { return mean * (0.5 + uniform()); }

 private:
  std::uint64_t state_;
};

using Draw = std::function<double()>;

// Rank 0 serves the others forever; they think and then ask it.
class Repairman final : public Workload {
 public:
  Repairman(int clients, std::int64_t requests, Draw think, Draw service)
      : left_(requests), asking_(clients + 1), think_(std::move(think)), service_(std::move(service)) {}

  Step next(int rank) override {
    if (rank == 0 || left_ <= 0) return Step::end();
    if ((asking_[rank] = !asking_[rank])) return Step::compute(think_());
    return Step::operate({.target = 0, .service = service_()});
  }
  void take_effect(int) override { --left_; }

 private:
  std::int64_t left_;
  std::vector<char> asking_;
  Draw think_, service_;
};

// Requests per second of N clients that think for Z on average and are served for s, one at a time.
double throughput(int clients, const Draw& think, const Draw& service) {
  constexpr std::int64_t requests = 400'000;
  Repairman workload(clients, requests, think, service);
  Machine machine(clients + 1, {.progress = Progress::always}, workload);
  return requests / machine.run();
}

// M/M/1//N: X = (1 - p0) / s with p0 = 1 / sum_n N! / (N - n)! (s / Z)^n.
double repairman(int clients, double z, double s) {
  double sum = 1, term = 1;
  for (int n = 1; n <= clients; ++n) sum += term *= (clients - n + 1) * s / z;
  return (1 - 1 / sum) / s;
}

TEST(Machine, IsTheMachineRepairman) {
  constexpr double z = 1;
  for (const int n : {4, 16, 64})
    for (const double load : {0.3, 1.0, 2.0}) {
      SCOPED_TRACE(n);
      const double s = load * z / n;
      Random random(2008);
      const Draw service = [&] { return random.exponential(s); };
      const double exact = repairman(n, z, s);
      EXPECT_NEAR(throughput(n, [&] { return random.exponential(z); }, service), exact, 0.01 * exact);
      // It does not depend on the distribution of think times.
      EXPECT_NEAR(throughput(n, [&] { return random.uniform_about(z); }, service), exact, 0.01 * exact);
    }
}

TEST(Machine, ReachesTheBoundsOfFixedTimes) {
  for (const int n : {4, 16, 64})
    for (const double s : {0.2 / n, 1.0 / n, 3.0 / n}) {
      const double bound = std::min(n / (1 + s), 1 / s);
      EXPECT_NEAR(throughput(n, [] { return 1.0; }, [&] { return s; }), bound, 0.01 * bound);
    }
}

// Two ranks; the first has the counter and works. Returns the mean wait of the second for a value, in mean task
// lengths.
double wait_of_second(const Draw& task, int entries, const StackModel& stack, std::int64_t tasks = 400'000) {
  SelfScheduling workload(2, {.tasks = tasks,
                              .task_seconds = [&](int, Position) { return task(); },
                              .schedule = std::make_shared<FixedSchedule>(1),
                              .draw = [=](int) { return Operation{.entries = entries, .latency = 1e-6}; }});
  Machine machine(2, stack, workload);
  machine.run();
  const RankTimes& second = machine.times()[1];
  return second.waiting[0] / static_cast<double>(second.operations[0]);
}

// The wait lasts until the first end of a task of rank 0 after the rank's own end, if both began together. Of the ends
// S_n of rank 0, 1 + P(S_1 < T) + P(S_2 < T) + .. are needed on average, with a mean task between them, and 1 is the
// rank's own task. Uniform in 0.5 .. 1.5: 1/2 + 1/48. Exponential: a whole mean task, because it has no memory.
TEST(Machine, WaitsForATargetThatServesBetweenTasksOnly) {
  Random random(2008);
  const Draw uniform = [&] { return random.uniform_about(1); };
  const Draw exponential = [&] { return random.exponential(1); };
  EXPECT_NEAR(wait_of_second(uniform, 1, {}), 0.5 + 1.0 / 48, 0.005);
  EXPECT_NEAR(wait_of_second(exponential, 1, {}), 1, 0.01);
  EXPECT_NEAR(wait_of_second(uniform, 2, {}), 1.5 + 1.0 / 48, 0.01);  // one more entry is one more task
  EXPECT_NEAR(wait_of_second(uniform, 1, {.progress = Progress::always}), 2e-6, 1e-10);
  EXPECT_NEAR(wait_of_second(uniform, 2, {.progress = Progress::always}), 4e-6, 1e-10);
}

// With a target that only computes, operations that need no call are done, and the others wait.
TEST(Machine, OperationsThatNeedNoCallDoNotWaitForThoseThatDo) {
  const auto wait = [](bool by_itself) {
    SelfScheduling workload(
        2, {.tasks = 1000,
            .task_seconds = [](int rank, Position) { return rank == 0 ? 1.0 : 0.1; },
            .schedule = std::make_shared<FixedSchedule>(1),
            .draw = [=](int) { return Operation{.by_itself = by_itself, .latency = 1e-6, .service = 1e-6}; }});
    Machine machine(2, {}, workload);
    machine.run();
    const RankTimes& second = machine.times()[1];
    return second.waiting[0] / static_cast<double>(second.operations[0]);
  };
  EXPECT_NEAR(wait(true), 3e-6, 1e-6);
  EXPECT_GT(wait(false), 0.5);
}

TEST(Machine, WaitsHalfAPollIntervalWhereTheTargetPolls) {
  Random random(2008);
  const Draw task = [&] { return random.uniform_about(1); };
  EXPECT_NEAR(wait_of_second(task, 1, {.progress = Progress::poll, .poll_interval = 0.01}), 0.005, 0.0005);
}

// Clients without think time hold the lock of rank 0 one after the other, each for `entries` services and the round
// trips between them.
TEST(Machine, ExclusiveOperationsComeOneAfterTheOther) {
  constexpr double service = 0.01;
  constexpr std::int64_t draws = 20'000;
  const auto rate = [&](int clients, int entries, double latency) {
    SelfScheduling workload(clients + 1,
                            {.tasks = draws,
                             .task_seconds = [](int, Position) { return 0.0; },
                             .schedule = std::make_shared<FixedSchedule>(1),
                             .draw =
                                 [=](int) {
                                   return Operation{
                                       .exclusive = true, .entries = entries, .latency = latency, .service = service};
                                 },
                             .works =
                                 [&] {
                                   std::vector<char> works(clients + 1, 1);
                                   works[0] = 0;
                                   return works;
                                 }()});
    Machine machine(clients + 1, {.progress = Progress::always}, workload);
    const double end = machine.run();
    EXPECT_EQ(machine.times()[0].longest_queue, clients - 1);
    return draws / end;
  };
  for (const int clients : {4, 64})
    for (const int entries : {1, 2, 3}) {
      EXPECT_NEAR(rate(clients, entries, 0) * entries * service, 1, 0.01);
      const double latency = 0.002;
      EXPECT_NEAR(rate(clients, entries, latency) * (entries * service + 2 * (entries - 1) * latency), 1, 0.01);
    }
}

// Rank 0 calls MPI between its tasks, but does not need its own lock.
class BesideTheCounter final : public Workload {
 public:
  BesideTheCounter(std::int64_t draws, int entries) : left_(draws), entries_(entries) {}
  Step next(int rank) override {
    if (left_ <= 0) return Step::end();
    if (rank > 0) return Step::operate({.exclusive = true, .entries = entries_, .latency = 1e-6});
    if ((computes_ = !computes_)) return Step::compute(1);
    return Step::operate({.target = 0, .kind = 1});
  }
  void take_effect(int rank) override { left_ -= rank > 0; }

 private:
  std::int64_t left_;
  int entries_;
  bool computes_ = false;
};

// The call that ends a draw begins the next one. So a draw of k entries takes k - 1 calls of a target that serves all
// waiting requests, and k of a target that serves one request per call.
TEST(Machine, ADeafTargetLetsOneExclusiveDrawThroughInSoManyCalls) {
  constexpr std::int64_t draws = 2000;
  for (const int ranks : {3, 9})
    for (const int entries : {2, 3, 4})
      for (const int drain : {StackModel::all, 1}) {
        BesideTheCounter workload(draws, entries);
        Machine machine(ranks, {.drain = drain}, workload);
        const int calls = drain == 1 ? entries : entries - 1;
        EXPECT_NEAR(machine.run(), static_cast<double>(calls * draws), 0.01 * calls * draws) << entries;
      }
}

// Between two ranks the lock does not matter if one call of the target suffices for a draw. If a draw needs more, its
// second call finds rank 0 waiting for the lock, and is the last: rank 0 waits inside MPI until the draw is done.
TEST(Machine, AnExclusiveDrawWaitsForTwoCallsAtMostWhereTheTargetDrawsToo) {
  Random random(2008);
  const Draw uniform = [&] { return random.uniform_about(1); };
  const auto wait = [&](int entries) {
    SelfScheduling workload(
        2, {.tasks = 400'000,
            .task_seconds = [&](int, Position) { return uniform(); },
            .schedule = std::make_shared<FixedSchedule>(1),
            .draw = [=](int) { return Operation{.exclusive = true, .entries = entries, .latency = 1e-6}; }});
    Machine machine(2, {}, workload);
    machine.run();
    const RankTimes& second = machine.times()[1];
    return second.waiting[0] / static_cast<double>(second.operations[0]);
  };
  EXPECT_NEAR(wait(1), 0.5 + 1.0 / 48, 0.005);
  EXPECT_NEAR(wait(2), 1.5 + 1.0 / 48, 0.01);
  EXPECT_NEAR(wait(5), 1.5 + 1.0 / 48, 0.01);
}

// If nine ranks wait for exclusive draws of one call each, a target that serves all requests completes all draws in
// every task.
TEST(Machine, DrainsExclusiveRequestsToo) {
  constexpr int ranks = 9;
  SelfScheduling workload(ranks, {.tasks = 20'000,
                                  .task_seconds = [](int, Position) { return 1.0; },
                                  .schedule = std::make_shared<FixedSchedule>(1),
                                  .draw = [](int) { return Operation{.exclusive = true}; }});
  Machine machine(ranks, {}, workload);
  EXPECT_NEAR(20'000 / machine.run(), ranks, 0.01 * ranks);
}

// Rank 1 waits inside MPI, where it serves, until rank 0 has finished a task and wakes it.
class Sleeper final : public Workload {
 public:
  Step next(int rank) override {
    const int turn = turns_[rank]++;
    if (rank == 0) {
      if (turn == 0) return Step::compute(1);
      Step step = Step::end();
      step.wakes = one_;
      return step;
    }
    if (rank == 1) return turn == 0 ? Step::wait(2) : Step::end();
    return turn == 0 ? Step::operate({.target = 1, .latency = 0.1}) : Step::end();
  }
  void take_effect(int) override {}

 private:
  std::vector<int> one_{1};
  int turns_[3] = {};
};

TEST(Machine, WakesRanksThatWait) {
  Sleeper workload;
  Machine machine(3, {}, workload);
  EXPECT_EQ(machine.run(), 1);
  EXPECT_EQ(machine.times()[1].waiting[2], 1);
  EXPECT_EQ(machine.times()[1].operations[2], 0);
  EXPECT_NEAR(machine.times()[2].end, 0.2, 1e-12);
}

class NeverWoken final : public Workload {
 public:
  Step next(int) override { return Step::wait(0); }
  void take_effect(int) override {}
};

TEST(Machine, TellsOfRanksThatAreNeverWoken) {
  NeverWoken workload;
  EXPECT_THROW(Machine(2, {}, workload).run(), std::logic_error);
}

// Requests that rank 0 serves in its polls make its own tasks longer by the same time.
TEST(Machine, PollsTakeTheirTime) {
  constexpr std::int64_t tasks = 1000;
  constexpr double service = 0.05;
  SelfScheduling workload(2, {.tasks = tasks,
                              .task_seconds = [](int, Position) { return 1.0; },
                              .schedule = std::make_shared<FixedSchedule>(1),
                              .draw = [](int rank) { return Operation{.service = rank == 0 ? 0 : service}; }});
  Machine machine(2, {.progress = Progress::poll, .poll_interval = 0.01}, workload);
  const double end = machine.run();
  const auto& times = machine.times();
  EXPECT_NEAR(times[0].computing + times[1].computing, tasks, 1e-9);
  EXPECT_NEAR(times[0].polling + times[0].waiting[0], service * times[1].operations[0], 0.1);
  EXPECT_NEAR(times[0].computing + times[0].polling + times[0].waiting[0], times[0].end, 1e-6);
  EXPECT_GE(end, times[0].end);
}

// One call serves one request: if P ranks wait at a target that calls once per task, they are served in turn.
TEST(Machine, DrainsSoManyRequestsACall) {
  constexpr int ranks = 9;
  for (const int drain : {1, 2, 4}) {
    SelfScheduling workload(ranks, {.tasks = 20'000,
                                    .task_seconds = [](int, Position) { return 1.0; },
                                    .schedule = std::make_shared<FixedSchedule>(1),
                                    .draw = [](int) { return Operation{}; }});
    Machine machine(ranks, {.drain = drain}, workload);
    const double end = machine.run();
    // Rank 0 never waits and serves `drain` others in every task: the throughput is 1 + drain tasks per task length.
    EXPECT_NEAR(20'000 / end, 1 + drain, 0.01 * (1 + drain));
    EXPECT_EQ(machine.times()[0].longest_queue, ranks - 1);
  }
}

double time_of_lists(int ranks, const std::vector<double>& tasks, std::shared_ptr<const Schedule> schedule,
                     const Operation& draw = {}) {
  SelfScheduling workload(ranks, {.tasks = std::ssize(tasks),
                                  .task_seconds = [&](int, Position p) { return tasks[number(p)]; },
                                  .schedule = std::move(schedule),
                                  .draw = [=](int) { return draw; }});
  return Machine(ranks, {.progress = Progress::always}, workload).run();
}

// Exponential tasks with free draws: the last P end one after the other, in the time mu ((N - P) / P + H_P).
TEST(SelfScheduling, OfExponentialTasksTakesTheExactTime) {
  constexpr int n = 200;
  Random random(2008);
  for (const int ranks : {2, 8, 32}) {
    double sum = 0;
    constexpr int rounds = 4000;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> tasks(n);
      for (double& t : tasks) t = random.exponential(1);
      sum += time_of_lists(ranks, tasks, std::make_shared<FixedSchedule>(1));
    }
    double harmonic = 0;
    for (int p = 1; p <= ranks; ++p) harmonic += 1.0 / p;
    const double exact = static_cast<double>(n - ranks) / ranks + harmonic;
    EXPECT_NEAR(sum / rounds, exact, 0.01 * exact) << ranks;
  }
}

// Graham (1966, 1969): any list takes at most sum / P + (1 - 1/P) longest. With the longest first, it takes at most 4/3
// - 1/(3P) of the optimum, which is at least the larger of sum / P and the longest.
TEST(SelfScheduling, KeepsGrahamsBounds) {
  Random random(1966);
  for (const int ranks : {2, 3, 7, 16})
    for (int round = 0; round < 50; ++round) {
      std::vector<double> tasks(ranks * 3 + round % 5);
      for (double& t : tasks) t = random.exponential(1);
      const double mean = std::accumulate(tasks.begin(), tasks.end(), 0.0) / ranks;
      const double longest = *std::ranges::max_element(tasks);
      EXPECT_LE(time_of_lists(ranks, tasks, std::make_shared<FixedSchedule>(1)),
                mean + (1 - 1.0 / ranks) * longest + 1e-9);
    }
  // If the optimum is known: 2 P + 1 tasks that fill P ranks to 3 (Graham's own case), which the rule reaches exactly.
  for (const int ranks : {2, 4, 6}) {
    std::vector<double> tasks;
    for (int length = 2 * ranks - 1; length >= ranks; --length)
      tasks.insert(tasks.end(), length == ranks ? 3 : 2, length);
    EXPECT_NEAR(time_of_lists(ranks, tasks, std::make_shared<FixedSchedule>(1)) / (3 * ranks),
                4.0 / 3 - 1.0 / (3 * ranks), 1e-12);
  }
}

// Kruskal and Weiss (IEEE TSE 11, 1001, 1985): chunks of k tasks with mean mu and standard deviation sigma on P ranks
// take N mu / P + N h / (P k) + sigma sqrt(2 k ln P), where h is the cost of a draw.
TEST(SelfScheduling, OfChunksTakesKruskalAndWeisssTime) {
  constexpr int ranks = 64, n = 64 * 1000;
  constexpr double h = 0.5;
  Random random(1985);
  for (const int k : {10, 50, 100}) {
    double sum = 0;
    constexpr int rounds = 10;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> tasks(n);
      for (double& t : tasks) t = random.exponential(1);
      sum += time_of_lists(ranks, tasks, std::make_shared<FixedSchedule>(k), {.latency = h / 2});
    }
    const double expected = n / ranks + n * h / (ranks * k) + std::sqrt(2 * k * std::log(ranks));
    EXPECT_NEAR(sum / rounds, expected, 0.05 * expected) << k;
  }
}

TEST(SelfScheduling, DealsTheProgramsOwnTickets) {
  const auto factoring = std::make_shared<FactoringSchedule>(1, 4);
  const std::vector<double> tasks(1000, 1.0);
  SelfScheduling workload(4, {.tasks = std::ssize(tasks),
                              .task_seconds = [](int, Position) { return 1.0; },
                              .schedule = factoring,
                              .draw = [](int) { return Operation{}; }});
  Machine machine(4, {.progress = Progress::always}, workload);
  EXPECT_EQ(machine.run(), 250);
  EXPECT_EQ(workload.draws(), factoring->tickets(1000) + 4);  // each rank's last draw is past the end
}

TEST(Machine, GivesTheSameNumbersAgain) {
  const auto once = [] {
    Random random(7);
    return wait_of_second([&] { return random.exponential(1); }, 1, {}, 10'000);
  };
  EXPECT_EQ(once(), once());
}

// The ranks of a node share its link: it limits the draws per second that reach a counter there, whatever its target
// can serve.
TEST(Machine, ALinkLetsOneOperationThroughAtATime) {
  constexpr double link = 0.01, service = 1e-4, tasks = 20'000;
  for (const int per_node : {1, 4}) {
    SelfScheduling workload(
        64, {.tasks = static_cast<std::int64_t>(tasks),
             .task_seconds = [](int, Position) { return 0.02; },
             .schedule = std::make_shared<FixedSchedule>(1),
             .draw = [&](int rank) { return Operation{.service = service, .link = rank < per_node ? 0 : link}; }});
    Machine machine(64, {.progress = Progress::always, .ranks_per_node = per_node}, workload);
    const double end = machine.run();
    double own = 0;  // draws that do not use the link
    for (int rank = 0; rank < per_node; ++rank) own += static_cast<double>(machine.times()[rank].operations[0]);
    EXPECT_NEAR((tasks - own) * link, end, 0.02 * end);
    EXPECT_NEAR(machine.busiest_link(), end, 0.02 * end);
    EXPECT_NEAR(machine.times()[0].serving, (tasks + 64) * service, 1e-9);
  }
}

}  // namespace
}  // namespace fockproxy::predict
