// The tasks of a build are read as they were written.
#include "predict/recording.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/error.hpp"

namespace fockproxy::predict {
namespace {

class Recordings : public ::testing::Test {
 protected:
  std::filesystem::path path_ = std::filesystem::path(::testing::TempDir()) / "recording_test.tasks";

  void TearDown() override { std::filesystem::remove(path_); }

  void write(const Recording& recording) { write_recording(ArrayFile(path_, recording_kind, 1 << 20), recording); }
};

Recording made_up(int tasks) {
  Recording recording{"H2O", "sto-3g", "atom", 1e-10, "wall", "Some MPI on it", BlockLayout({0, 5, 6, 7}, 2), {}};
  for (int t = 0; t < tasks; ++t) recording.tasks.push_back({{2, t % 3, 1, t % 2}, 1e-6 * t, 3 * t});
  return recording;
}

TEST_F(Recordings, AreReadAsTheyWereWritten) {
  for (const int tasks : {1, 16384, 40000}) {
    const Recording written = made_up(tasks);
    write(written);
    EXPECT_LE(std::filesystem::file_size(path_), recording_bytes(tasks));
    const Recording read = read_recording(path_);
    EXPECT_EQ(read.formula, written.formula);
    EXPECT_EQ(read.grain, written.grain);
    EXPECT_EQ(read.threshold, written.threshold);
    EXPECT_EQ(read.clock, written.clock);
    EXPECT_EQ(read.stack, written.stack);
    EXPECT_EQ(read.layout.spins(), 2);
    EXPECT_EQ(read.layout.functions(), 7);
    ASSERT_EQ(read.tasks.size(), written.tasks.size());
    for (std::size_t t = 0; t < read.tasks.size(); ++t) {
      ASSERT_EQ(read.tasks[t].task, written.tasks[t].task);
      ASSERT_EQ(read.tasks[t].seconds, written.tasks[t].seconds);
      ASSERT_EQ(read.tasks[t].quartets, written.tasks[t].quartets);
    }
  }
}

TEST_F(Recordings, OfImpossibleTasksAreRefused) {
  for (const PredictedTask& wrong :
       {PredictedTask{{1, 0, 0, 0}, 1, -1}, PredictedTask{{3, 0, 0, 0}, 1}, PredictedTask{{1, 2, 0, 0}, 1},
        PredictedTask{{2, 1, 2, 2}, 1}, PredictedTask{{1, 0, 0, 0}, -1},
        PredictedTask{{1, 0, 0, 0}, std::numeric_limits<double>::quiet_NaN()}}) {
    Recording recording = made_up(4);
    recording.tasks.push_back(wrong);
    write(recording);
    EXPECT_THROW(read_recording(path_), UsageError);
  }
  write(made_up(0));
  EXPECT_THROW(read_recording(path_), UsageError);
}

}  // namespace
}  // namespace fockproxy::predict
