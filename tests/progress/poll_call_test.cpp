// What polls call. This program replaces the functions of MPI, and counts their calls on the way to the library.
#include "progress/poll_call.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "progress/mpix_progress.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "waiting.hpp"

namespace {

struct Calls {
  int probes = 0, local_flushes = 0, flushes = 0, gets = 0;
  bool operator==(const Calls&) const = default;
};
thread_local Calls counted;  // helpers of other tests call MPI too

}  // namespace

extern "C" {

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  ++counted.probes;
  return PMPI_Iprobe(source, tag, comm, flag, status);
}
int MPI_Win_flush_local(int rank, MPI_Win win) {
  ++counted.local_flushes;
  return PMPI_Win_flush_local(rank, win);
}
int MPI_Win_flush(int rank, MPI_Win win) {
  ++counted.flushes;
  return PMPI_Win_flush(rank, win);
}
int MPI_Get(void* to, int count, MPI_Datatype type, int rank, MPI_Aint byte, int there, MPI_Datatype type_there,
            MPI_Win win) {
  ++counted.gets;
  return PMPI_Get(to, count, type, rank, byte, there, type_there, win);
}
}

namespace fockproxy::testing {
namespace {

// The calls of a region with `polls` polls, by this entry.
Calls calls_of(const PollCallEntry& entry, int burst, std::int64_t& polls) {
  ProgressOptions options;
  options.poll_by = entry;
  options.poll_burst = burst;
  const auto strategy = find_progress("poll").make({runtime(), options});
  counted = {};
  strategy->start();
  for (int i = 0; i < 10; ++i) strategy->passed();
  strategy->stop();
  polls = strategy->report().polls;
  return counted;
}

TEST(PollCall, EachPollMakesTheCallsThatWereChosen) {
  constexpr int burst = 3;
  for (const auto& [name, expected] :
       {std::pair{"iprobe", Calls{.probes = 10 * burst}}, std::pair{"flush-local", Calls{.local_flushes = 10 * burst}},
        std::pair{"get", Calls{.flushes = 1, .gets = 10 * burst}}}) {
    std::int64_t polls = 0;
    try {
      const Calls seen = calls_of(look_up(Type<PollCallEntry>{}, name), burst, polls);
      EXPECT_EQ(polls, 10) << name;
      EXPECT_EQ(seen, expected) << name << ": " << seen.probes << " " << seen.local_flushes << " " << seen.flushes
                                << " " << seen.gets;
    } catch (const UsageError& refused) {  // windows, by this MPI
      EXPECT_NE(std::string(refused.what()).find("UNSUPPORTED: "), std::string::npos) << refused.what();
      EXPECT_STRNE(name, "iprobe");
    }
  }
}

TEST(PollCall, StreamsAreUnsupportedWithoutTheCall) {
  const PollCallEntry& stream = look_up(Type<PollCallEntry>{}, "stream");
  std::int64_t polls = 0;
  const std::string reason = no_progress_without_stream(world());
  if (reason.empty()) {
    EXPECT_EQ(calls_of(stream, 1, polls), Calls{});  // of none of the functions above
    EXPECT_EQ(polls, 10);
    return;
  }
  try {
    calls_of(stream, 1, polls);
    ADD_FAILURE() << "not refused";
  } catch (const UsageError& refused) {
    EXPECT_NE(std::string(refused.what()).find("--poll-by stream: UNSUPPORTED: "), std::string::npos);
    EXPECT_NE(std::string(refused.what()).find(reason), std::string::npos);
  }
}

TEST(PollCall, UnknownNameListsTheKnownOnes) {
  try {
    look_up(Type<PollCallEntry>{}, "test");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const PollCallEntry& entry : poll_call_table())
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fockproxy::testing
