// The runner of rows, and the table of rows.
#include "check/check_row.hpp"

#include <gtest/gtest.h>

#include <set>

#include "contracts/faulty_counters.hpp"
#include "matrices/distributed_matrix.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

using testing::world;

CheckRow row_that(std::function<RowResult(const CheckContext&)> run, RuntimeOptions needs = {}) {
  return {.name = "row", .section = "Section", .summary = "summary", .cure = "", .needs = needs, .run = std::move(run)};
}

RowResult result_of(const CheckRow& row) { return RowRunner({testing::runtime(), testing::watchdog()}).run(row); }

bool is_last() { return world().rank() == world().size() - 1; }

TEST(RowRunner, GivesEveryRankTheSameResult) {
  const RowResult result = result_of(row_that([](const CheckContext&) -> RowResult {
    return is_last() ? RowResult{Status::fail, "the last rank saw it"} : RowResult{Status::pass, "all is well"};
  }));
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_EQ(result.detail, "the last rank saw it");
}

TEST(RowRunner, TurnsAnExceptionOnOneRankIntoAFailureOnAll) {
  const RowResult result = result_of(row_that([](const CheckContext&) -> RowResult {
    if (is_last()) throw ComputationError("MPI_Put failed");
    return {};
  }));
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_EQ(result.detail, "MPI_Put failed");
}

TEST(RowRunner, TurnsARefusalIntoUnsupported) {
  const RowResult result =
      result_of(row_that([](const CheckContext&) -> RowResult { throw UsageError("UNSUPPORTED: no such window"); }));
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_EQ(result.detail, "no such window");
}

TEST(RowRunner, DoesNotRunWhatTheJobWasNotStartedFor) {
  RuntimeOptions needs;
  needs.thread_level = MPI_THREAD_MULTIPLE;
  if (testing::runtime().thread_level_provided() >= MPI_THREAD_MULTIPLE)
    GTEST_SKIP() << "this MPI gave more than asked";
  bool ran = false;
  const RowResult result = result_of(row_that(
      [&](const CheckContext&) -> RowResult {
        ran = true;
        return {};
      },
      needs));
  EXPECT_EQ(result.status, Status::not_run);
  EXPECT_NE(result.detail.find("thread level multiple"), std::string::npos) << result.detail;
  EXPECT_FALSE(ran);
}

TEST(RowRunner, DoesNotRunWhatNeedsMoreRanks) {
  CheckRow row = row_that([](const CheckContext&) -> RowResult { return {}; });
  row.ranks = world().size();
  EXPECT_EQ(result_of(row).status, Status::pass);
  ++row.ranks;
  const RowResult result = result_of(row);
  EXPECT_EQ(result.status, Status::not_run);
  EXPECT_EQ(result.detail,
            "needs " + std::to_string(row.ranks) + " ranks, and this job has " + std::to_string(world().size()));
}

// If waits are slow, and only then, rows that nearly repeat another row run only on request.
TEST(RowRunner, LeavesRepetitionsOutOfAWholeCheckWhereWaitingIsSlow) {
  const auto result = [](bool brief, bool all, const char* name, const char* section) {
    CheckRow row = row_that([](const CheckContext&) -> RowResult { return {}; });
    row.name = name;
    row.section = section;
    return RowRunner({testing::runtime(), testing::watchdog(), brief, all}).run(row).status;
  };
  for (const auto& [name, section, repeats] : {std::tuple{"rget", "Requests", false},
                                               {"rget-create", "Requests", false},
                                               {"rget-ghost", "Requests", true},
                                               {"rget-allocate-noshm", "Requests", true},
                                               {"matrix-rma-strided", "Matrices", false},
                                               {"matrix-rma-create-strided", "Matrices", true},
                                               {"counter-mpi3-create", "Counters", true},
                                               {"mutex-mcs-ghost", "Mutexes", true}})
    for (const bool brief : {false, true})
      for (const bool all : {false, true})
        EXPECT_EQ(result(brief, all, name, section), brief && all && repeats ? Status::not_run : Status::pass)
            << name << brief << all;
}

TEST(RowRunner, TakesTheTextsOfRanksWithTheWorstResult) {
  const RowResult silent = result_of(row_that(
      [](const CheckContext&) -> RowResult { return {Status::fail, is_last() ? "the last rank says why" : ""}; }));
  EXPECT_EQ(silent.status, Status::fail);
  EXPECT_EQ(silent.detail, "the last rank says why");
  const RowResult mixed = result_of(row_that([](const CheckContext&) -> RowResult {
    return is_last() ? RowResult{Status::fail, ""} : RowResult{Status::cured, "seen", "what helps"};
  }));
  EXPECT_EQ(mixed.status, Status::fail);
  EXPECT_EQ(mixed.detail, "");
  EXPECT_EQ(mixed.cure, "");
}

TEST(RowRunner, AgreesOnTheCure) {
  const RowResult result = result_of(row_that([](const CheckContext&) -> RowResult {
    return is_last() ? RowResult{Status::cured, "seen", "what helps"} : RowResult{};
  }));
  EXPECT_EQ(result.status, Status::cured);
  EXPECT_EQ(result.cure, "what helps");
}

// The row of a counter fails if the counter does; otherwise a PASS of such a row would mean nothing.
TEST(CounterRow, FailsForABrokenCounter) {
  CounterEntry broken = find_counter("mpi3");
  broken.make = [](const CounterContext& context) -> std::unique_ptr<Counter> {
    return std::make_unique<contracts::DroppingCounter>(find_counter("mpi3").make(context), 2);
  };
  const RowResult result = result_of(counter_row(broken, WindowKind::allocate));
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_FALSE(result.detail.empty());
  EXPECT_EQ(result_of(counter_row(find_counter("mpi3"), WindowKind::allocate)).status, Status::pass);
}

TEST(Rows, HaveNamesThatOnlyCanTake) {
  std::set<std::string> names;
  for (const CheckRow& row : all_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " occurs twice";
    EXPECT_EQ(row.name.find_first_of(" ,\t"), std::string::npos) << row.name;
    EXPECT_FALSE(row.section.empty());
    EXPECT_FALSE(row.summary.empty());
    EXPECT_TRUE(row.run);
  }
  for (const char* name : {"window",
                           "window-unpadded",
                           "window-unaligned",
                           "window-far",
                           "fetch-and-op",
                           "compare-and-swap-int32",
                           "fetch-and-op-double",
                           "get-accumulate-derived-create",
                           "operators-mixed",
                           "accumulate-beside-put",
                           "put-by-accumulate-create",
                           "accumulate-large",
                           "flush-all",
                           "flush-local-all-create",
                           "unlock-all",
                           "threads",
                           "device-both-put-idle",
                           "device-origin-accumulate-waiting-create",
                           "control-device-fetch-and-op-lost",
                           "matrix-rma-epochs",
                           "matrix-rma-create-rows",
                           "control-flush-all",
                           "control-threads",
                           "strided",
                           "indexed-create",
                           "mutex-mcs",
                           "ga-ragged",
                           "armci-strided",
                           "ga-nbget",
                           "rget",
                           "rget-vector-255",
                           "rput-indexed-create",
                           "raccumulate-hindexed",
                           "info-same-op-create",
                           "control-rget-late",
                           "control-matrix-late",
                           "counter-mpi3",
                           "counter-ga",
                           "matrix-rma",
                           "distributor-static",
                           "control-matrix-loses"})
    EXPECT_TRUE(names.contains(name)) << name;
  for (const CounterEntry& entry : counter_table())
    EXPECT_TRUE(names.contains("counter-" + std::string(entry.name))) << entry.name;
  for (const MatrixEntry& entry : matrix_table())
    EXPECT_TRUE(names.contains("matrix-" + std::string(entry.name))) << entry.name;
}

}  // namespace
}  // namespace fockproxy::check
