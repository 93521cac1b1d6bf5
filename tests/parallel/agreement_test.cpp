#include "parallel/agreement.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

template <class Error>
std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Agreement, NothingHappensWhenAllSucceed) {
  int runs = 0;
  EXPECT_NO_THROW(collectively(world(), [&] { ++runs; }));
  EXPECT_EQ(runs, 1);
}

TEST(Agreement, LastRanksFailureIsEverybodys) {
  const auto fail_on_last = [] {
    if (world().rank() == world().size() - 1) throw UsageError("no such file");
  };
  EXPECT_EQ(message_of<AgreedUsageError>([&] { collectively(world(), fail_on_last); }), "no such file");
}

TEST(Agreement, LowestFailingRankSpeaks) {
  const auto fail = [] { throw ComputationError("rank " + std::to_string(world().rank())); };
  EXPECT_EQ(message_of<AgreedComputationError>([&] { collectively(world(), fail); }), "rank 0");
}

TEST(Agreement, RunTimeErrorsBecomeComputationErrors) {
  const auto fail = [] { throw std::runtime_error("no such directory"); };
  EXPECT_EQ(message_of<AgreedComputationError>([&] { collectively(world(), fail); }), "no such directory");
}

// All ranks throw here, so the test continues; a single rank would end the job.
TEST(Agreement, OtherExceptionsAreNotCaught) {
  EXPECT_THROW(collectively(world(), [] { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_THROW(collectively(world(), [] { throw std::out_of_range("at"); }), std::out_of_range);
  EXPECT_THROW(collectively(world(), [] { throw 7; }), int);
}

TEST(Agreement, OnRootRunsOnRankZeroAlone) {
  int runs = 0;
  on_root(world(), [&] { ++runs; });
  EXPECT_EQ(runs, world().is_root() ? 1 : 0);
  EXPECT_EQ(message_of<AgreedUsageError>([] { on_root(world(), [] { throw UsageError("unwritable"); }); }),
            "unwritable");
}

TEST(Agreement, FirstMessageIsTheLowestRanks) {
  EXPECT_EQ(first_message(world(), ""), "");
  const int last = world().size() - 1;
  EXPECT_EQ(first_message(world(), world().rank() == last ? "found" : ""), "found");
  EXPECT_EQ(first_message(world(), "rank " + std::to_string(world().rank())), "rank 0");
}

}  // namespace
}  // namespace fockproxy::testing
