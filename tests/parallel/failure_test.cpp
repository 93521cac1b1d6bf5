#include "parallel/failure.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <thread>

#include "system/last_words.hpp"
#include "system/process_status.hpp"

namespace fockproxy {
namespace {

// Reports that its destructor ran, as a collective destructor would.
struct Loud {
  ~Loud() { [[maybe_unused]] const auto n = write(STDERR_FILENO, "destroyed\n", 10); }
};

void fail_in(const char* place) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  watch_for_failures();
  process_status.set_rank(3);
  process_status.mark(place);
}

// On a thread, because GoogleTest catches exceptions of a test.
template <class Error>
void throw_uncaught(const Error& error) {
  std::thread([&] {
    const Loud loud;
    throw error;
  }).join();
}

TEST(FailureDeathTest, AnUncaughtExceptionEndsTheProcessBeforeItUnwinds) {
  EXPECT_EXIT((fail_in("Fock build: get"), throw_uncaught(std::runtime_error("two\nlines"))),
              ::testing::ExitedWithCode(1), "^fockproxy: error: rank 3, Fock build: get: two lines\n$");
}

TEST(FailureDeathTest, MemoryAndStrangersAreNamedToo) {
  EXPECT_EXIT((fail_in("guess"), throw_uncaught(std::bad_alloc())), ::testing::ExitedWithCode(1),
              "^fockproxy: error: rank 3, guess: out of memory; [^\n]*\n$");
  EXPECT_EXIT((fail_in("guess"), throw_uncaught(7)), ::testing::ExitedWithCode(1),
              "^fockproxy: error: rank 3, guess: unknown error\n$");
  EXPECT_EXIT((fail_in("guess"), std::terminate()), ::testing::ExitedWithCode(1),
              "^fockproxy: error: rank 3, guess: std::terminate was called\n$");
}

TEST(FailureDeathTest, AnExitThatNobodyExpectsIsNamed) {
  EXPECT_EXIT((fail_in("guess"), std::exit(5)), ::testing::ExitedWithCode(5),
              "^fockproxy: error: rank 3, guess: a library ended the process\n$");
  EXPECT_EXIT((fail_in("guess"), expect_the_end(), std::exit(5)), ::testing::ExitedWithCode(5), "^$");
}

TEST(FailureDeathTest, OneLineIsEnough) {
  EXPECT_EXIT((fail_in("guess"), print_error("agreed on"), end_job("another")), ::testing::ExitedWithCode(1),
              "^fockproxy: error: agreed on\n$");
}

TEST(FixedLine, WritesTextAndNumbersWithoutMemory) {
  ::testing::internal::CaptureStdout();
  FixedLine line;
  line << "rank " << std::int64_t{0} << ", " << std::int64_t{-17} << ", " << std::numeric_limits<std::int64_t>::min()
       << "\nend";
  line.write(STDOUT_FILENO);
  FixedLine long_line;
  for (int i = 0; i < 1000; ++i) long_line << "0123456789";
  long_line.write(STDOUT_FILENO);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_TRUE(text.starts_with("rank 0, -17, -9223372036854775808 end\n0123456789")) << text;
  EXPECT_EQ(text.size(), 38U + 2048U);
}

}  // namespace
}  // namespace fockproxy
