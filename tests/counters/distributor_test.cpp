// The contract of every distributor, and of every schedule over a counter; idle and serving ranks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "contracts/counter_contract.hpp"
#include "counters/counter_distributor.hpp"
#include "counters/forwarding_counter.hpp"
#include "counters/forwarding_distributor.hpp"
#include "counters/static_distributor.hpp"
#include "dealing.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

using contracts::check_dealing;
using contracts::check_distributor;

std::string refusal(std::string_view name, const DistributorOptions& options) {
  try {
    distributor_named(name, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

// Whether this MPI crashes in a call that the distributor needs. Such tests run again with OMPI_MCA_osc=^rdma.
bool swapless(std::string_view name) {
  static const std::string reason = refusal("steal", {});
  const bool refused = name == "steal" && reason.find("MPI_Compare_and_swap") != std::string::npos;
  if (refused && world().is_root()) fmt::print("steal: UNSUPPORTED: {}\n", reason);
  return refused;
}

// The positions dealt to this rank.
std::vector<std::int64_t> dealt(Distributor& distributor, std::int64_t tasks) {
  std::vector<std::int64_t> positions;
  distributor.begin(tasks);
  while (const auto range = distributor.next())
    for (Position p = range->first; p < range->last; ++p) positions.push_back(number(p));
  return positions;
}

TEST(EveryDistributor, DealsEveryTaskOnceWithEveryScheduleAndIdleRanks) {
  std::vector<std::string_view> names{"mpi3"};  // stands for all counters: their contract uses the fixed schedule
  for (const DistributorEntry& entry : distributor_table()) names.push_back(entry.name);
  const bool can_swap = !swapless("steal");
  for (const std::string_view name : names)
    for (const ScheduleEntry& schedule : schedule_table())
      for (const int idle : {0, 1, 2})
        for (const std::int64_t chunk : {1, 4}) {
          SCOPED_TRACE(fmt::format("{} {} {} idle, chunk {}", name, schedule.name, idle, chunk));
          const DistributorOptions options{.schedule = schedule, .chunk = chunk, .idle_ranks = idle};
          const DistributorEntry* entry = Choice<Dealer>(name)->distributor;
          const bool meaningless = entry && !entry->only_fixed.empty() && schedule.name != "fixed";
          if (meaningless || idle >= world().size()) {
            EXPECT_NE(refusal(name, options).find("UNSUPPORTED"), std::string::npos);
            continue;
          }
          if (!can_swap && name == "steal") continue;
          const auto distributor = distributor_named(name, options);
          EXPECT_EQ(distributor->works(), world().rank() >= idle);
          EXPECT_TRUE(none(check_distributor(world(), *distributor, many_tasks())));
        }
}

TEST(StaticDistributor, AssignsTicketsAsItsNameSays) {
  const int ranks = world().size(), rank = world().rank();
  for (const Assignment assignment : {Assignment::cyclic, Assignment::block, Assignment::interleaved})
    for (const std::int64_t chunk : {1, 4})
      for (const int idle : {0, 1}) {
        if (idle >= ranks) continue;
        SCOPED_TRACE(fmt::format("{} chunk {} idle {}", to_string(assignment), chunk, idle));
        const auto distributor =
            distributor_named("static", {.chunk = chunk, .idle_ranks = idle, .assignment = assignment});
        EXPECT_TRUE(none(check_distributor(world(), *distributor, 53)));
        EXPECT_EQ(distributor->draws(), 0);
      }
  // Two tasks per worker and one more, by assignment.
  const auto ids = [&](Assignment assignment) {
    return dealt(*distributor_named("static", {.assignment = assignment}), 2 * ranks + 1);
  };
  std::vector<std::int64_t> cyclic{rank, ranks + rank}, interleaved{rank, 2 * ranks - 1 - rank}, block;
  if (rank == 0) cyclic.push_back(2 * ranks), interleaved.push_back(2 * ranks), block.push_back(0);
  for (const int more : {1, 2}) block.push_back(2 * rank + more);
  EXPECT_EQ(ids(Assignment::cyclic), cyclic);
  EXPECT_EQ(ids(Assignment::interleaved), interleaved);
  EXPECT_EQ(ids(Assignment::block), block);
}

TEST(CounterDistributor, LogsEveryDrawWithItsTargetBytesAndTime) {
  const auto distributor = distributor_named("mpi3", {.chunk = 4});
  EXPECT_TRUE(none(check_dealing(world(), *distributor, many_tasks())));
  const auto log = distributor->log().by_target();
  ASSERT_EQ(log.size(), 1u) << "the counter is on rank 0";
  EXPECT_EQ(log[0].draws, distributor->draws());
  EXPECT_EQ(log[0].bytes, 16 * distributor->draws());
  EXPECT_GT(log[0].seconds, 0);
  EXPECT_EQ(distributor->log().past_end, 1);
  EXPECT_EQ(world().sum(distributor->draws()), (many_tasks() + 3) / 4 + world().size());
}

TEST(CounterDistributor, DrawsLessWithFactoringAndStaticFirst) {
  const auto draws = [&](const char* schedule) {
    const auto distributor = distributor_named("mpi3", {.schedule = schedule});
    EXPECT_TRUE(none(check_dealing(world(), *distributor, many_tasks())));
    return world().sum(distributor->draws());
  };
  EXPECT_EQ(draws("static-first"), draws("fixed") - world().size());
  EXPECT_LT(draws("factoring"), draws("fixed"));
}

// Prefetched draws: the same contract with every schedule, and with every counter that draws in two halves.
TEST(Prefetch, DealsEveryTaskOnceAndLeavesNoDrawUnderWay) {
  for (const CounterEntry& entry : counter_table())
    for (const ScheduleEntry& schedule : schedule_table()) {
      const DistributorOptions options{.schedule = schedule, .prefetch = true};
      SCOPED_TRACE(fmt::format("{} {}", entry.name, schedule.name));
      if (!entry.no_prefetch.empty()) {
        if (!entry.unsupported.empty()) continue;  // unsupported for this reason
        const std::string text = refusal(entry.name, options);
        EXPECT_NE(text.find("UNSUPPORTED: " + std::string(entry.no_prefetch)), std::string::npos) << text;
        continue;
      }
      if (entry.min_ranks > world().size() || entry.thread_level > runtime().thread_level_provided()) continue;
      const auto distributor = distributor_named(entry.name, options);
      EXPECT_TRUE(none(check_distributor(world(), *distributor, many_tasks())));
      EXPECT_EQ(distributor->log().past_end, distributor->works() ? 1 : 0);
      const std::vector<Statistic> statistics = distributor->statistics();
      ASSERT_EQ(statistics.size(), 2u);
      EXPECT_EQ(statistics[0].name, "prefetched draws");
      EXPECT_GE(distributor->draws(), statistics[0].value);
      EXPECT_LE(distributor->draws(), statistics[0].value + 1);  // the first draw cannot be prefetched
      EXPECT_LE(statistics[1].value, statistics[0].value);
      distributor->begin(100 * world().size());
      distributor->next();
      distributor->finish();
      EXPECT_TRUE(none(check_dealing(world(), *distributor, many_tasks())));
    }
}

TEST(Prefetch, TheTableAndTheCountersAgreeOnWhoCan) {
  for (const CounterEntry& entry : counter_table()) {
    if (entry.thread_level > runtime().thread_level_provided()) continue;
    if (!entry.make || !is_tested_here(entry)) continue;
    const auto [counter, reason] = made_or_reason<Counter>([&] { return entry.make({runtime()}); });
    if (!counter || !counter->draws()) continue;
    EXPECT_EQ(counter->can_start(), entry.no_prefetch.empty()) << entry.name;
  }
}

// A counter that records its calls: draws in two halves, of which every third has not arrived in time.
class WatchedCounter : public Counter {
 public:
  std::int64_t fetch_add(std::int64_t n) override {
    if (under_way_) throw ComputationError("a draw while another was under way");
    return std::exchange(value_, value_ + n);
  }
  void reset(std::int64_t start) override {
    if (under_way_) throw ComputationError("reset while a draw was under way");
    value_ = start;
    started_ = 0;
  }
  void finish() override {
    if (under_way_) throw ComputationError("finished while a draw was under way");
  }
  bool can_start() const override { return true; }
  void start_fetch_add(std::int64_t n) override {
    under_way_before_ = fetch_add(n);
    under_way_ = true;
    ++started_;
  }
  std::int64_t finish_fetch_add() override {
    under_way_ = false;
    return under_way_before_;
  }
  bool had_arrived() const override { return started_ % 3 != 0; }
  Traffic traffic() const override { return {}; }

 private:
  std::int64_t value_ = 0, under_way_before_ = 0;
  bool under_way_ = false;
  int started_ = 0;
};

TEST(Prefetch, CountsWhatHadArrived) {
  CounterDistributor distributor(std::make_unique<WatchedCounter>(), std::make_shared<FixedSchedule>(1), {0, 1}, true);
  for (int dealing = 0; dealing < 2; ++dealing) {
    distributor.begin(9);
    for (std::int64_t next = 0; next < 9; ++next) EXPECT_EQ(number(distributor.next()->first), next);
    EXPECT_FALSE(distributor.next());
    EXPECT_EQ(distributor.draws(), 10);
    EXPECT_EQ(distributor.statistics()[0].value, 9);
    EXPECT_EQ(distributor.statistics()[1].value, 6);
  }
  distributor.begin(9);
  distributor.next();
  distributor.begin(9);  // left early: first finishes the draw in flight
  EXPECT_EQ(number(distributor.next()->first), 0);
  distributor.finish();
}

// A dealing may end early; the next dealing is complete.
TEST(EveryDistributor, CanBeLeftEarly) {
  for (const Dealer& dealer : dealer_table()) {
    if ((dealer.distributor == nullptr && dealer.name != "mpi3") || swapless(dealer.name)) continue;
    SCOPED_TRACE(std::string(dealer.name));
    const auto distributor = distributor_named(dealer.name, {});
    distributor->begin(100 * world().size());
    distributor->next();
    distributor->finish();
    EXPECT_TRUE(none(check_dealing(world(), *distributor, many_tasks())));
    distributor->begin(100);  // left at once, without a call
    EXPECT_TRUE(none(check_dealing(world(), *distributor, many_tasks())));
  }
}

// Rank 0 "serves": in finish() it waits for the finish() of all others, and no call may make it draw.
class ServedCounter : public ForwardingCounter {
 public:
  ServedCounter() : ForwardingCounter(find_counter("mpi3").make({runtime()})), comm_(world().handle()) {}
  std::int64_t fetch_add(std::int64_t n) override {
    if (!draws()) throw ComputationError("a serving rank was made to draw");
    return ForwardingCounter::fetch_add(n);
  }
  void reset(std::int64_t start) override {
    if (!first_ && !finished_) throw ComputationError("reset without finish");
    ForwardingCounter::reset(start);
    first_ = finished_ = false;
  }
  void finish() override {
    if (finished_) throw ComputationError("finished twice");
    finished_ = true;
    char token = 0;
    if (draws()) check_mpi(MPI_Send(&token, 1, MPI_CHAR, 0, 0, comm_.handle()), "MPI_Send");
    else
      for (int rank = 1; rank < comm_.size(); ++rank)
        check_mpi(MPI_Recv(&token, 1, MPI_CHAR, rank, 0, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
  }
  bool can_start() const override { return false; }
  bool draws() const override { return comm_.rank() > 0; }

 private:
  Communicator comm_;
  bool first_ = true, finished_ = false;
};

TEST(CounterDistributor, LeavesAServingRankToItsService) {
  if (world().size() == 1) GTEST_SKIP() << "nobody to serve";
  for (const ScheduleEntry& schedule : schedule_table()) {
    auto counter = std::make_unique<ServedCounter>();
    const Workers workers = agree_on_workers(world(), counter->draws());
    EXPECT_EQ(workers.mine, world().rank() - 1);
    EXPECT_EQ(workers.count, world().size() - 1);
    CounterDistributor distributor(std::move(counter), schedule.make(2, workers.count), workers);
    EXPECT_TRUE(none(check_distributor(world(), distributor, many_tasks()))) << schedule.name;
    EXPECT_TRUE(world().rank() > 0 || distributor.draws() == 0);
  }
}

// It forwards all of its calls.
TEST(ForwardingDistributor, KeepsTheContractOfWhatItWraps) {
  ForwardingDistributor distributor(distributor_named("mpi3", {.chunk = 2}));
  EXPECT_TRUE(none(check_distributor(world(), distributor, many_tasks())));
  EXPECT_TRUE(distributor.works());
  EXPECT_GT(distributor.draws(), 0);
  EXPECT_EQ(distributor.log().past_end, 1);
}

TEST(DistributorTable, NamesAreUniqueAndAnUnknownOneListsThem) {
  std::vector<std::string_view> names;
  for (const Dealer& dealer : dealer_table()) names.push_back(dealer.name);
  const std::string text = refusal("nxtval", {});
  for (const std::string_view name : names) EXPECT_NE(text.find(name), std::string::npos) << text;
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

}  // namespace
}  // namespace fockproxy::testing
