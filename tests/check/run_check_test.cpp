// What `fockproxy check` prints, writes and returns for rows that pass, fail and cannot run.
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
                               row("three", Status::cured, "padded"), row("four", Status::not_run, "needs more")});
  EXPECT_EQ(outcome.code, ExitCode::success);
  if (!world().is_root()) return;
  EXPECT_NE(outcome.out.find("one    PASS"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("two    UNSUPPORTED no such window\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("three  CURED       padded\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("four   NOT RUN     needs more; fockproxy check --only four\n"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.document["verdict"], "PASS");
  EXPECT_EQ(outcome.document["rows"].size(), 4U);
}

TEST(RunCheck, ABrokenCounterFailsItsRowAndTheCheck) {
  const Outcome outcome = run({row("one", Status::pass, ""), broken_counter_row(), row("last", Status::pass, "")});
  EXPECT_EQ(outcome.code, ExitCode::failed_computation);
  if (!world().is_root()) return;
  EXPECT_NE(outcome.out.find("counter-broken  FAIL"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("what may help: another --counter"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("CHECK: FAIL: 2 passed, 0 cured, 1 failed"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.document["verdict"], "FAIL");
  EXPECT_EQ(outcome.document["rows"][1]["status"], "FAIL");
  EXPECT_EQ(outcome.document["rows"][2]["status"], "PASS") << "a failure ends nothing";
}

}  // namespace
}  // namespace fockproxy
