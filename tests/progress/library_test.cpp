// The libraries' own threads: recognised by their activity, not by the settings.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "parallel/library_settings.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy::testing {
namespace {

// A thread that spins until it is destroyed, with or without the name of a thread of the program.
class SpinningThread {
 public:
  explicit SpinningThread(bool own)
      : thread_([this, own] {
          if (own) name_own_thread("spinning");
          running_ = true;
          while (!stop_) {
          }
        }) {
    while (!running_) std::this_thread::yield();
  }
  ~SpinningThread() {
    stop_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> running_{false}, stop_{false};
  std::thread thread_;
};

TEST(LibraryThreads, AreThoseThatAreNotOurs) {
  const LibraryThreads before = library_threads();
  {
    const SpinningThread own(true);
    EXPECT_EQ(library_threads().count, before.count);
  }
  const SpinningThread foreign(false);
  const LibraryThreads now = library_threads();
  EXPECT_EQ(now.count, before.count + 1);
  // Other processes may use the cores for a while.
  for (int i = 0; i < 500 && library_threads().cpu == now.cpu; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_GT(library_threads().cpu, now.cpu);
}

TEST(LibraryProgress, NoThreadThatRunsIsNoEffect) {
  if (!runtime().settings().empty()) GTEST_SKIP() << "started with progress threads";
  if (runtime().has_global_arrays() && std::getenv("ARMCI_PROGRESS_THREAD")) GTEST_SKIP() << "ARMCI's thread may run";
  try {
    const auto strategy = find_progress("library").make(runtime());
    ADD_FAILURE() << "nothing was set";
  } catch (const UsageError& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("UNSUPPORTED"), std::string::npos);
  }
}

TEST(LibrarySettings, TheUsersOwnStays) {
  setenv("FOCKPROXY_TEST_THEIRS", "5", 1);
  unsetenv("FOCKPROXY_TEST_OURS");
  const auto applied = apply({{"FOCKPROXY_TEST_THEIRS", "1"}, {"FOCKPROXY_TEST_OURS", "1"}});
  EXPECT_TRUE(applied[0].by_user);
  EXPECT_EQ(applied[0].setting.value, "5");
  EXPECT_FALSE(applied[1].by_user);
  EXPECT_STREQ(std::getenv("FOCKPROXY_TEST_THEIRS"), "5");
  EXPECT_STREQ(std::getenv("FOCKPROXY_TEST_OURS"), "1");
  unsetenv("FOCKPROXY_TEST_THEIRS");
  unsetenv("FOCKPROXY_TEST_OURS");
}

TEST(LibrarySettings, WithoutAValueOnlyTheUsersOwnIsReported) {
  setenv("FOCKPROXY_TEST_THEIRS", "5", 1);
  unsetenv("FOCKPROXY_TEST_OURS");
  const auto applied =
      apply({{.name = "FOCKPROXY_TEST_THEIRS", .value = ""}, {.name = "FOCKPROXY_TEST_OURS", .value = ""}});
  ASSERT_EQ(applied.size(), 1u);
  EXPECT_TRUE(applied[0].by_user);
  EXPECT_EQ(applied[0].setting.value, "5");
  EXPECT_EQ(std::getenv("FOCKPROXY_TEST_OURS"), nullptr);
  unsetenv("FOCKPROXY_TEST_THEIRS");
}

TEST(ControlVariables, AreReadFromMpi) {
  EXPECT_FALSE(control_variable("no_such_variable").has_value());
  const std::string& mpi = runtime().mpi_library();
  EXPECT_EQ(control_variable("MPIR_CVAR_ASYNC_PROGRESS").has_value(), mpi.starts_with("MPICH"));
  EXPECT_EQ(control_variable("mpi_param_check").has_value(), mpi.starts_with("Open MPI"));
  EXPECT_FALSE(control_variable("no_such_variable").has_value());  // again and again
}

}  // namespace
}  // namespace fockproxy::testing
