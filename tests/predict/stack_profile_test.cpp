// Costs between and beyond the measured sizes.
#include "predict/stack_profile.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/error.hpp"

namespace fockproxy::predict {
namespace {

StackProfile profile() {
  return StackProfile({{.kind = draw, .bytes = 8, .entries = 2, .drain = 4, .latency = 1, .service = 0.5},
                       {.kind = get, .bytes = 1000, .by_itself = false, .drain = 3, .latency = 2, .service = 10},
                       {.kind = get, .bytes = 100, .by_itself = true, .latency = 1, .service = 1},
                       {.kind = draw,
                        .bytes = 100,
                        .entries = 2,
                        .drain = 1,
                        .latency = 1,
                        .service = 3,
                        .counter = "mpi2",
                        .exclusive = true},
                       {.kind = accumulate, .bytes = 100, .latency = 1, .service = 1}});
}

// An operation in a document of fockproxy profile.
std::string operation(const std::string& name, const char* strided = "false") {
  return R"({"operation": ")" + name + R"(", "window": "create", "bytes": 8, "strided": )" + strided +
         R"(, "status": "measured", "by_itself": true, "entries": 1, "drain": 0, "latency_seconds": 1e-6,
             "service_seconds": 1e-6, "points": [{}]})";
}

// Such a document. more: further members.
std::string document(int version, const std::string& strategy, const std::string& more = "") {
  return R"({"command": "profile", "schema_version": )" + std::to_string(version) + R"(, "config": {"progress": ")" +
         strategy + R"("}, "provenance": {"mpi": {"library": "Some MPI 1.0, of today"}, "cpu": "it"})" + more +
         R"(, "operations": [)" + operation("get") + "," + operation("accumulate") + "," + operation("get", "true") +
         "]}";
}

class ProfileFiles : public ::testing::Test {
 protected:
  std::filesystem::path path_ = std::filesystem::path(::testing::TempDir()) / "stack_profile_test.json";

  void TearDown() override { std::filesystem::remove(path_); }

  StackProfile read(const std::string& text) {
    std::ofstream(path_) << text;
    return {path_, "create"};
  }
};

TEST_F(ProfileFiles, TellTheStackAndTheStrategyOfTheirTarget) {
  const StackProfile measured = read(document(profile_version, "library"));
  EXPECT_EQ(measured.stack(), "Some MPI 1.0 on it");
  EXPECT_EQ(measured.strategy(), "library");
}

TEST_F(ProfileFiles, OfAnotherVersionAreRefused) {
  for (const int version : {profile_version - 1, profile_version + 1}) {
    std::string refusal;
    try {
      read(document(version, "none"));
    } catch (const UsageError& error) {
      refusal = error.what();
    }
    EXPECT_NE(refusal.find("has schema_version " + std::to_string(version)), std::string::npos) << refusal;
  }
}

TEST_F(ProfileFiles, NameWhatChangesNothing) {
  const auto last_note = [&](const std::string& more) {
    return read(document(profile_version, "none", more)).without_effect().back();
  };
  EXPECT_TRUE(last_note("").starts_with("its strided operations"));
  EXPECT_TRUE(last_note(R"(, "card": [])").starts_with("its progress card"));
  EXPECT_TRUE(last_note(R"(, "lock_scopes": [{"window": "create", "status": "measured"}])").starts_with("its scope"));
  // Not measured, or of another window.
  for (const char* other : {R"("window": "create", "status": "UNSUPPORTED")", R"("window": "w", "status": "measured")"})
    EXPECT_TRUE(last_note(std::string(R"(, "lock_scopes": [{)") + other + "}]").starts_with("its strided"));
}

TEST(StackProfile, KnowsWhetherAnythingNeedsACall) {
  const auto needs_none = [](bool get_alone, bool draw_alone, const char* counter) {
    return StackProfile({{.kind = get, .bytes = 8, .by_itself = get_alone},
                         {.kind = accumulate, .bytes = 8, .by_itself = true},
                         {.kind = draw, .by_itself = draw_alone, .counter = "mpi2"}})
        .needs_no_call(counter);
  };
  EXPECT_TRUE(needs_none(true, true, "mpi2"));
  EXPECT_FALSE(needs_none(true, false, "mpi2"));
  EXPECT_TRUE(needs_none(true, false, ""));
  EXPECT_FALSE(needs_none(false, true, "mpi2"));
}

TEST(StackProfile, IsLinearBetweenAndBeyondItsSizes) {
  const StackProfile measured = profile();
  EXPECT_DOUBLE_EQ(measured.cost(get, 550).service, 5.5);
  EXPECT_DOUBLE_EQ(measured.cost(get, 550).latency, 1.5);
  EXPECT_DOUBLE_EQ(measured.cost(get, 1900).service, 19);
  EXPECT_DOUBLE_EQ(measured.cost(get, 1900).latency, 2);
  EXPECT_DOUBLE_EQ(measured.cost(get, 8).service, 1);
  EXPECT_DOUBLE_EQ(measured.cost(held, 550).service, 5.5);
  EXPECT_DOUBLE_EQ(measured.cost(accumulate, 1e6).service, 1);
}

TEST(StackProfile, TellsWhatNeedsItsTarget) {
  const StackProfile measured = profile();
  EXPECT_TRUE(measured.cost(get, 100).by_itself);
  EXPECT_FALSE(measured.cost(get, 101).by_itself);
  EXPECT_EQ(measured.draw_of("mpi3", 8).entries, 2);
  EXPECT_EQ(measured.drain(""), 3);
  EXPECT_EQ(measured.drain("mpi3"), 3);
  EXPECT_EQ(measured.drain("mpi2"), 1);
}

// A draw that reads a word of every rank costs more with more ranks, as gets do: here 0.01 per byte, in two calls.
TEST(StackProfile, KnowsTheDrawsOfEachCounter) {
  const StackProfile measured = profile();
  EXPECT_EQ(measured.lack_of_draws("mpi2"), "");
  EXPECT_NE(measured.lack_of_draws("steal").find("no draws of steal"), std::string::npos);
  EXPECT_FALSE(measured.draw_of("mpi3", 8).exclusive);
  EXPECT_TRUE(measured.draw_of("mpi2", 8).exclusive);
  EXPECT_DOUBLE_EQ(measured.draw_of("mpi3", 8).service, 0.5);
  EXPECT_DOUBLE_EQ(measured.draw_of("mpi2", 100).service, 3);
  EXPECT_DOUBLE_EQ(measured.draw_of("mpi2", 1100).service, 3 + 1000 * 0.01 / 2);
}

// Times drawn with u uniform in [0, 1) have the measured quartiles.
TEST(StackProfile, DrawsTimesFromItsQuartiles) {
  const MeasuredOperation one{.kind = get, .bytes = 8, .latency = 1, .service = 2, .spread = {0.5, 0.75, 1, 2, 10}};
  const StackProfile measured(
      {one, {.kind = accumulate, .bytes = 8}, {.kind = draw, .latency = 3, .service = 1, .spread = {1, 1, 1, 1, 5}}});
  constexpr std::array u = {0.0, 0.25, 0.5, 0.75, 1.0};
  for (std::size_t q = 0; q < u.size(); ++q) {
    EXPECT_DOUBLE_EQ(measured.cost(get, 8, u[q]).service, 2 * one.spread[q]);
    EXPECT_DOUBLE_EQ(measured.cost(held, 8, u[q]).latency, one.spread[q]);
  }
  EXPECT_DOUBLE_EQ(measured.cost(get, 8, 0.875).service, 2 * 6);
  EXPECT_DOUBLE_EQ(measured.draw_of("mpi3", 8, 0.875).latency, 3 * 3);
  EXPECT_DOUBLE_EQ(measured.cost(accumulate, 8, 0.9).service, 0);
}

}  // namespace
}  // namespace fockproxy::predict
