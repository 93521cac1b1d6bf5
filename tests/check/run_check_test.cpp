// The output, the document and the exit code of `fockproxy check` for rows that pass, fail and cannot run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "app/check/check_report.hpp"
#include "contracts/faulty_counters.hpp"
#include "record/json.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

using check::CheckRow;
using check::RowResult;
using check::Status;
using testing::world;

CheckRow row(const std::string& name, Status status, const std::string& detail) {
  return {.name = name,
          .section = "Section",
          .summary = "what it asks",
          .cure = "another --window",
          .needs = {},
          .run = [=](const check::CheckContext&) { return RowResult{status, detail}; }};
}

CheckRow broken_counter_row() {
  CounterEntry broken = find_counter("mpi3");
  broken.name = "broken";
  broken.make = [](const CounterContext& context) -> std::unique_ptr<Counter> {
    return std::make_unique<contracts::DroppingCounter>(find_counter("mpi3").make(context), 2);
  };
  return check::counter_row(broken, WindowKind::allocate);
}

// Rank 0's standard output, and the exit code of every rank.
struct Outcome {
  ExitCode code;
  std::string out;
  Json document;
};

Outcome run(const std::vector<CheckRow>& rows) {
  const Settings settings;
  const CommandContext context{{testing::runtime(), testing::watchdog()}, {"fockproxy", "check"}, settings};
  const std::string file =
      world().broadcast(::testing::TempDir() + "fockproxy_check_" + std::to_string(getpid()) + ".json");
  OutputOptions output;
  output.json = file;
  Outcome outcome;
  if (world().is_root()) ::testing::internal::CaptureStdout();
  outcome.code = run_check(context, rows, output);
  if (world().is_root()) {
    outcome.out = ::testing::internal::GetCapturedStdout();
    std::ifstream in(file);
    outcome.document = Json::parse(in);
    std::remove(file.c_str());
  }
  return outcome;
}

TEST(RunCheck, PassesWhenNothingFails) {
  const Outcome outcome = run({row("one", Status::pass, ""), row("two", Status::unsupported, "no such window"),
                               row("three", Status::cured, "padded"), row("four", Status::not_run, "needs more"),
                               row("five", Status::not_seen, "no fault in 7 rounds")});
  EXPECT_EQ(outcome.code, ExitCode::success);
  if (!world().is_root()) return;
  EXPECT_NE(outcome.out.find("one    PASS"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("two    UNSUPPORTED no such window\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("three  CURED       padded\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("four   NOT RUN     needs more; fockproxy check --only four\n"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.document["verdict"], "PASS");
  EXPECT_NE(outcome.out.find("five   NOT SEEN"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("no fault in 7 rounds\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("CHECK: PASS: 1 passed, 1 not seen, 1 cured, 0 failed, 1 unsupported, 1 not run\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.document["rows"].size(), 5U);
}

// A common reason is printed once; the document has it for every row.
TEST(RunCheck, GroupsRowsByTheirReason) {
  const auto cured = [](const char* name, const char* detail, const char* cure) {
    CheckRow made = row(name, Status::cured, "");
    made.run = [=](const check::CheckContext&) { return RowResult{Status::cured, detail, cure}; };
    return made;
  };
  CheckRow three_ranks = row("needs-more", Status::not_run, "needs 3 ranks, and this job has fewer");
  CheckRow as_well = row("as-well", Status::not_run, "needs 3 ranks, and this job has fewer");
  const Outcome outcome =
      run({row("a", Status::unsupported, "no such window"), cured("b", "3 of 4", "flushed"),
           row("c", Status::unsupported, "no such window"), cured("d", "5 of 6", "flushed"),
           row("e", Status::unsupported, "another reason"), cured("f", "3 of 4", "padded"), three_ranks, as_well});
  EXPECT_EQ(outcome.code, ExitCode::success);
  if (!world().is_root()) return;
  for (const char* text : {"a           UNSUPPORTED no such window\n", "b           CURED       3 of 4; flushed\n",
                           "c           UNSUPPORTED as a\n", "d           CURED       as b\n",
                           "e           UNSUPPORTED another reason\n", "f           CURED       3 of 4; padded\n",
                           "\nNot asked\n  needs 3 ranks, and this job has fewer (2 rows): fockproxy check --only "
                           "needs-more,as-well\n\nCHECK: PASS"})
    EXPECT_NE(outcome.out.find(text), std::string::npos) << text << "\n" << outcome.out;
  EXPECT_EQ(outcome.document["rows"][2]["detail"], "no such window");
  EXPECT_EQ(outcome.document["rows"][3]["detail"], "5 of 6; flushed");
}

TEST(RunCheck, SaysHowManyRanksToStart) {
  CheckRow more = row("more", Status::pass, "");
  more.ranks = world().size() + 1;
  const Outcome outcome = run({more});
  EXPECT_EQ(outcome.code, ExitCode::success);
  if (!world().is_root()) return;
  const std::string command = "mpiexec -n " + std::to_string(more.ranks) + " fockproxy check --only more\n";
  const auto first = outcome.out.find(command);
  EXPECT_NE(first, std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(command, first + 1), std::string::npos) << "at the end once more: " << outcome.out;
}

TEST(RunCheck, ABrokenCounterFailsItsRowAndTheCheck) {
  const Outcome outcome = run({row("one", Status::pass, ""), broken_counter_row(), row("last", Status::pass, "")});
  EXPECT_EQ(outcome.code, ExitCode::failed_computation);
  if (!world().is_root()) return;
  EXPECT_NE(outcome.out.find("counter-broken  FAIL"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("what may help: another --counter"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("CHECK: FAIL: 2 passed, 0 not seen, 0 cured, 1 failed"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.document["verdict"], "FAIL");
  EXPECT_EQ(outcome.document["rows"][1]["status"], "FAIL");
  EXPECT_EQ(outcome.document["rows"][2]["status"], "PASS") << "a failure ends nothing";
}

}  // namespace
}  // namespace fockproxy
