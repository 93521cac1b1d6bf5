#include "experiment/task_lengths.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/duration.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr std::int64_t many = 200'000;

TEST(TaskLengths, EveryLawHasTheMeanThatWasAskedFor) {
  for (int law = 0; law < 4; ++law) {
    const TaskLengths lengths(static_cast<LengthLaw>(law), 0.02, 7);
    EXPECT_NEAR(lengths.total(many) / many, 0.02, 0.02 * 0.015) << length_law_names[law];
  }
}

TEST(TaskLengths, UniformRunsFromHalfToOneAndAHalf) {
  const TaskLengths lengths(LengthLaw::uniform, 0.02, 7);
  double least = 1, most = 0;
  for (Position position{}; number(position) < many; ++position) {
    least = std::min(least, lengths.seconds(position));
    most = std::max(most, lengths.seconds(position));
  }
  EXPECT_GE(least, 0.01);
  EXPECT_LT(least, 0.0101);
  EXPECT_LE(most, 0.03);
  EXPECT_GT(most, 0.0299);
}

// The share of tasks longer than three means distinguishes the laws: e^-3 for the exponential, P(Z > ln 3 + 1/2) for
// the lognormal.
TEST(TaskLengths, TailsAreThoseOfTheirLaws) {
  const auto beyond = [](LengthLaw law) {
    const TaskLengths lengths(law, 1, 11);
    std::int64_t n = 0;
    for (Position position{}; number(position) < many; ++position) n += lengths.seconds(position) > 3;
    return static_cast<double>(n) / many;
  };
  EXPECT_NEAR(beyond(LengthLaw::exponential), 0.0498, 0.003);
  EXPECT_NEAR(beyond(LengthLaw::lognormal), 0.0550, 0.003);
  EXPECT_EQ(beyond(LengthLaw::uniform), 0);
}

TEST(TaskLengths, DependOnPositionAndSeedAlone) {
  const TaskLengths a(LengthLaw::exponential, 1, 5), b(LengthLaw::exponential, 1, 5), c(LengthLaw::exponential, 1, 6);
  EXPECT_EQ(a.seconds(Position{3}), b.seconds(Position{3}));
  EXPECT_NE(a.seconds(Position{3}), a.seconds(Position{4}));
  EXPECT_NE(a.seconds(Position{3}), c.seconds(Position{3}));
}

TEST(TaskLengths, RecordedCostsAreStretchedAndRepeated) {
  const TaskLengths lengths({0.1, 0.3}, 2);
  EXPECT_DOUBLE_EQ(lengths.seconds(Position{0}), 0.2);
  EXPECT_DOUBLE_EQ(lengths.seconds(Position{3}), 0.6);
  EXPECT_DOUBLE_EQ(lengths.mean(), 0.4);
  EXPECT_THROW(TaskLengths({}, 1), UsageError);
}

TEST(ParseDuration, ReadsUnitsAndRefusesTheRest) {
  EXPECT_DOUBLE_EQ(parse_duration("20ms"), 0.02);
  EXPECT_DOUBLE_EQ(parse_duration("1.5s"), 1.5);
  EXPECT_DOUBLE_EQ(parse_duration("300us"), 3e-4);
  for (const char* text : {"", "20", "ms", "-1ms", "0s", "20 ms", "20msx", "infs", "nanms", "1h"})
    EXPECT_THROW(parse_duration(text), UsageError) << text;
}

TEST(ParseLengthLaw, ListsTheKnownOnes) {
  EXPECT_EQ(parse_length_law("lognormal"), LengthLaw::lognormal);
  try {
    parse_length_law("gamma");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("fixed, uniform, exponential, lognormal"), std::string::npos);
  }
}

}  // namespace
}  // namespace fockproxy
