// What the end of a row's own job says of the row. tests/cli runs such jobs.
#include "check/isolated_row.hpp"

#include <gtest/gtest.h>

namespace fockproxy::check {
namespace {

constexpr const char* passed = "Device memory\n  device-x  PASS         30.4 ms  8 B in 3.1 us\n\nCHECK: PASS\n";

RowResult job_result(const std::string& output, const std::string& errors, int code) {
  return result_of_job("device-x", {.output = output, .errors = errors, .code = code}, 45);
}

TEST(IsolatedRow, HasTheResultThatItsJobReports) {
  EXPECT_EQ(job_result(passed, "", 0).status, Status::pass);
  EXPECT_EQ(job_result(passed, "", 0).detail, "8 B in 3.1 us");
  const RowResult refused = job_result("  device-x  UNSUPPORTED this MPI refuses the call: bad address\n", "", 0);
  EXPECT_EQ(refused.status, Status::unsupported);
  EXPECT_EQ(refused.detail, "this MPI refuses the call: bad address");
  const RowResult wrong =
      job_result("  device-x  FAIL        word 3 is 0 instead of 16; what may help: copies\n", "", 1);
  EXPECT_EQ(wrong.status, Status::fail);
  EXPECT_EQ(wrong.detail, "word 3 is 0 instead of 16");
}

TEST(IsolatedRow, IsNotTheRowOfAnotherName) {
  const RowResult other = job_result("  device-x-create  PASS         30.4 ms  8 B in 3.1 us\n", "", 0);
  EXPECT_EQ(other.status, Status::fail);
  EXPECT_EQ(other.detail, "ended with exit code 0");
}

struct Ending {
  std::string output, errors;
  int code;
  std::string told;
};

TEST(IsolatedRow, FailsWithWhatEndedItsJob) {
  const std::string fault = "rank 1, device-x: operations: fault in the program or a library beneath it: SIGSEGV";
  const std::string stalled = "rank 1 made no progress for 30 s, last seen in: device-x: operations";
  const Ending endings[] = {
      {"", "fockproxy: error: " + fault + "\nprocess rank 1 exited on signal 11 (Segmentation fault).\n", 139, fault},
      {"", "mpiexec noticed that process rank 1 with PID 7 on node n exited on signal 9 (Killed).\n", 137,
       "ended by SIGKILL"},
      {"YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)\n", "", 9, "ended by SIGKILL"},
      {"", "", 134, "ended by SIGABRT"},
      {"\n  device-x  HANG        \n", "fockproxy: stalled: " + stalled + "\n", 3, "did not end: " + stalled},
      {"", "", -1, "did not end within 45 s"},
      {"", "not enough slots\n-----\n", 1, "ended with exit code 1: not enough slots"},
      {passed, "", 139, "correct results, but then: ended by SIGSEGV"}};
  for (const Ending& ending : endings) {
    const RowResult result = job_result(ending.output, ending.errors, ending.code);
    EXPECT_EQ(result.status, Status::fail) << ending.told;
    EXPECT_EQ(result.detail, ending.told);
  }
}

}  // namespace
}  // namespace fockproxy::check
