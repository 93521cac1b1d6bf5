// main() of all MPI test programs. Rank 0 reports as GoogleTest does. The other ranks report only their failures, with
// their rank. The exit code is the worst of all ranks. A hang ends after two minutes, or --stall-timeout=SECONDS.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "parallel/global_arrays.hpp"
#include "parallel/launcher.hpp"
#include "parallel/openshmem.hpp"
#include "parallel/symmetric_heap.hpp"
#include "parallel/watchdog.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

const Runtime* the_runtime = nullptr;
Watchdog* the_watchdog = nullptr;

class FailuresOfRank : public ::testing::EmptyTestEventListener {
 public:
  explicit FailuresOfRank(int rank) : rank_(rank) {}

 private:
  void OnTestStart(const ::testing::TestInfo& info) override { test_ = &info; }
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d: %s.%s: %s:%d: failure\n%s\n", rank_, test_ ? test_->test_suite_name() : "",
                 test_ ? test_->name() : "(outside tests)", result.file_name() ? result.file_name() : "?",
                 result.line_number(), result.message());
  }
  int rank_;
  const ::testing::TestInfo* test_ = nullptr;
};

class Heartbeat : public ::testing::EmptyTestEventListener {
 public:
  explicit Heartbeat(Watchdog& watchdog) : watchdog_(watchdog) {}

 private:
  void OnTestStart(const ::testing::TestInfo& info) override { watchdog_.mark(info.name()); }
  void OnTestEnd(const ::testing::TestInfo&) override { watchdog_.beat(); }
  Watchdog& watchdog_;
};

struct TestOptions {
  RuntimeOptions runtime;
  double stall_timeout = 120;  // seconds
};

// --setting=NAME=VALUE, for the environment of MPI and Global Arrays.
constexpr std::string_view setting = "--setting=";
LibrarySetting setting_from(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) throw UsageError("no value in --setting=" + std::string(text));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

// A small heap, because several jobs of several ranks run beside each other.
void request_openshmem(RuntimeOptions& options) {
  options.openshmem = built_with_openshmem();
  if (options.openshmem) options.settings.push_back({heap_variable, std::to_string(test_heap_megabytes) + "M"});
}

TestOptions options_from(int argc, char** argv) {
  constexpr std::string_view stall_timeout = "--stall-timeout=";
  TestOptions options;
  options.runtime.global_arrays = FOCKPROXY_WITH_GA;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--thread-level=multiple") options.runtime.thread_level = MPI_THREAD_MULTIPLE;
    else if (argument == "--thread-level=serialized") options.runtime.thread_level = MPI_THREAD_SERIALIZED;
    else if (argument == "--no-global-arrays") options.runtime.global_arrays = false;
    else if (argument == "--openshmem") request_openshmem(options.runtime);
    else if (argument.starts_with(setting))
      options.runtime.settings.push_back(setting_from(argument.substr(setting.size())));
    else if (argument.starts_with(stall_timeout))
      options.stall_timeout = std::stod(std::string(argument.substr(stall_timeout.size())));
    else throw UsageError("unknown test argument " + std::string(argument));
  }
  if (const GlobalArraysRuntime* below = linked_global_arrays_runtime(); below && options.runtime.global_arrays)
    options.runtime.thread_level = std::max(options.runtime.thread_level, below->thread_level);
  return options;
}

void install_listeners(int rank, Watchdog& watchdog) {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresOfRank(rank));
  }
  listeners.Append(new Heartbeat(watchdog));
}

int run(int argc, char** argv) {
  const int launcher_rank = read_launcher([](const char* name) { return std::getenv(name); }).rank;
  const TestOptions options = options_from(argc, argv);
  Watchdog watchdog(launcher_rank, options.stall_timeout);
  const Runtime runtime(argc, argv, options.runtime);
  the_runtime = &runtime;
  the_watchdog = &watchdog;
  install_listeners(world().rank(), watchdog);
  if (world().is_root()) {
    std::printf("%s, %d ranks, thread level %s\n", runtime.mpi_library().c_str(), world().size(),
                thread_level_name(runtime.thread_level_provided()).c_str());
    for (const std::string& cure : runtime.cures()) std::printf("%s\n", cure.c_str());
  }
  int code = RUN_ALL_TESTS();
  if (::testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    if (world().is_root()) std::printf("no test was selected\n");
    code = 1;
  }
  return world().max(code);
}

}  // namespace

const Runtime& runtime() { return *the_runtime; }

Watchdog& watchdog() { return *the_watchdog; }

bool waiting_is_slow() { return runtime().ranks_per_core() > 1 && !runtime().mpi_library().starts_with("Open MPI"); }

}  // namespace fockproxy::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  try {
    return fockproxy::testing::run(argc, argv);
  } catch (const fockproxy::ServedToTheEnd&) {
    return 0;
  } catch (const std::exception& error) {
    if (fockproxy::launcher_rank_is_zero()) std::fprintf(stderr, "test main: %s\n", error.what());
    return 1;
  }
}
