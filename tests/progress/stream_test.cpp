// Streams of MPICH: their refusal where there are none, and the windows on them where there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "parallel/mpix_stream.hpp"
#include "parallel/window.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "waiting.hpp"

namespace fockproxy::testing {
namespace {

RuntimeOptions needs_of_stream(bool global_arrays) {
  RuntimeOptions needs{.global_arrays = global_arrays};
  find_progress("stream").add_needs(needs);
  return needs;
}

TEST(Stream, NeedsAnEndpointAndAllThreads) {
  const RuntimeOptions needs = needs_of_stream(false);
  EXPECT_EQ(needs.stream, no_mpix_streams().empty());
  EXPECT_EQ(needs.settings.size(), needs.stream ? 1u : 0u);
  if (!needs.stream) return;
  EXPECT_EQ(needs.settings[0].name, "MPIR_CVAR_CH4_RESERVE_VCIS");
  EXPECT_EQ(needs.thread_level, MPI_THREAD_MULTIPLE);
  EXPECT_THROW(needs_of_stream(true), UsageError) << "Global Arrays has windows of its own";
}

TEST(Stream, IsRefusedWithTheReason) {
  if (runtime().has_stream()) GTEST_SKIP() << "started with streams";
  try {
    find_progress("stream").make(runtime());
    ADD_FAILURE() << "not refused";
  } catch (const UsageError& refused) {
    EXPECT_NE(std::string(refused.what()).find("UNSUPPORTED: " + no_mpix_streams()), std::string::npos)
        << refused.what();
  }
}

// Without a reserved endpoint MPICH has no stream to give, and the error must not end the job.
TEST(Stream, NoneIsLeft) {
  if (runtime().has_stream()) GTEST_SKIP() << "started with streams";
  try {
    const MpixStream stream(world());
    ADD_FAILURE() << "not refused";
  } catch (const UsageError& refused) {
    EXPECT_NE(std::string(refused.what()).find("UNSUPPORTED: "), std::string::npos) << refused.what();
  }
}

TEST(Stream, WindowsAreMadeFromACommunicatorOfTheirOwn) {
  const Communicator copy(world().handle());
  const MPI_Comm of_world = window_communicator(world().handle()), of_copy = window_communicator(copy.handle());
  EXPECT_EQ(of_world != world().handle(), runtime().has_stream());
  EXPECT_EQ(of_copy != copy.handle(), runtime().has_stream());
  if (!runtime().has_stream()) return;
  EXPECT_EQ(of_copy, of_world);
  int relation = MPI_UNEQUAL;
  MPI_Comm_compare(of_world, world().handle(), &relation);
  EXPECT_EQ(relation, MPI_CONGRUENT);
}

TEST(Stream, HelpersAreNotMeasuredBesideIt) {
  if (!runtime().has_stream()) GTEST_SKIP() << "run with --stream";
  EXPECT_THROW(find_progress("helper-poll").make(runtime()), UsageError);
}

// The thread of each rank serves accumulates while the rank itself accumulates to the others.
TEST(Stream, SumsAreExact) {
  if (!runtime().has_stream()) GTEST_SKIP() << "run with --stream";
  constexpr int numbers = 64, rounds = 2000;
  const Window window(world(), numbers * sizeof(double), {.kind = WindowKind::create});
  const std::vector<double> ones(numbers, 1.0);
  for (int round = 0; round < rounds; ++round)
    for (int rank = 0; rank < world().size(); ++rank) {
      const auto [target, byte] = window.at((world().rank() + rank) % world().size());
      check_mpi(MPI_Accumulate(ones.data(), numbers, MPI_DOUBLE, target, byte, numbers, MPI_DOUBLE, MPI_SUM,
                               window.handle()),
                "MPI_Accumulate");
      if (round % 4 == 3) check_mpi(MPI_Win_flush(target, window.handle()), "MPI_Win_flush");
    }
  window.flush_all();
  world().barrier();
  window.sync();
  const auto* sums = static_cast<const double*>(window.base());
  EXPECT_TRUE(std::all_of(sums, sums + numbers, [](double sum) { return sum == rounds * world().size(); })) << sums[0];
  world().barrier();
}

}  // namespace
}  // namespace fockproxy::testing
