#include "verification/drawn_tasks.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace fockproxy {
namespace {

std::set<std::int64_t> drawn(const TaskDraw& draw, std::int64_t tasks) {
  std::set<std::int64_t> ids;
  for (std::int64_t id = 0; id < tasks; ++id)
    if (draw.place(TaskId{id}) >= 0) ids.insert(id);
  return ids;
}

TEST(TaskDraw, DrawsAsManyAsAskedFor) {
  for (const std::int64_t tasks : {0, 1, 2, 3, 16, 17, 1000, 4097})
    for (const std::int64_t wanted : {0, 1, 5, 1000, 1'000'000}) {
      TaskDraw draw(7);
      draw.begin(tasks, wanted);
      EXPECT_EQ(std::ssize(drawn(draw, tasks)), std::min(tasks, wanted)) << tasks << " " << wanted;
    }
}

TEST(TaskDraw, PlacesAreDistinct) {
  TaskDraw draw(7);
  draw.begin(1000, 300);
  std::set<std::int64_t> places;
  for (std::int64_t id = 0; id < 1000; ++id)
    if (draw.place(TaskId{id}) >= 0) places.insert(draw.place(TaskId{id}));
  EXPECT_EQ(places.size(), 300u);
  EXPECT_EQ(*places.rbegin(), 299);
}

TEST(TaskDraw, GoesThroughAllTasksBeforeItDrawsOneTwice) {
  TaskDraw draw(7);
  std::set<std::int64_t> seen;
  for (int build = 0; build < 10; ++build) {
    draw.begin(1000, 100);
    for (const std::int64_t id : drawn(draw, 1000)) EXPECT_TRUE(seen.insert(id).second) << build << " " << id;
  }
  EXPECT_EQ(seen.size(), 1000u);
}

TEST(TaskDraw, EveryTaskIsDrawnAboutAsOftenAsAnyOther) {
  std::vector<int> count(64);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    TaskDraw draw(seed);
    draw.begin(64, 8);
    for (const std::int64_t id : drawn(draw, 64)) ++count[id];
  }
  for (const int n : count) EXPECT_NEAR(n, 500, 110);  // five standard deviations
}

TEST(TaskDraw, SeedsDrawDifferently) {
  TaskDraw one(1), other(2);
  one.begin(10000, 50);
  other.begin(10000, 50);
  EXPECT_NE(drawn(one, 10000), drawn(other, 10000));
}

}  // namespace
}  // namespace fockproxy
