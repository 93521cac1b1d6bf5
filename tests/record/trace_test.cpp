// The ring of a rank's events, and the file of all ranks' events.
#include "record/json.hpp"
#include "record/trace_file.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace fockproxy {
namespace {

TraceEvent event(double begin, double end, SpanKind kind = SpanKind::compute, std::int64_t id = -1) {
  return {.kind = kind, .begin = begin, .end = end, .id = id};
}

TEST(TraceRing, KeepsWhatFits) {
  TraceRing ring(3);
  EXPECT_TRUE(ring.events().empty());
  ring.add(event(1, 2));
  ring.add(event(2, 3));
  ASSERT_EQ(ring.events().size(), 2u);
  EXPECT_EQ(ring.events()[1].begin, 2);
  EXPECT_EQ(ring.dropped(), 0);
}

TEST(TraceRing, ExactlyFullDropsNothing) {
  TraceRing ring(3);
  for (int i = 0; i < 3; ++i) ring.add(event(i, i + 1));
  ASSERT_EQ(ring.events().size(), 3u);
  EXPECT_EQ(ring.events().front().begin, 0);
  EXPECT_EQ(ring.dropped(), 0);
}

TEST(TraceRing, TheOldestMakeRoomAndAreCounted) {
  TraceRing ring(3);
  for (int i = 0; i < 8; ++i) ring.add(event(i, i + 1));
  const auto events = ring.events();
  ASSERT_EQ(events.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(events[i].begin, 5 + i);
  EXPECT_EQ(ring.dropped(), 5);
}

TEST(TraceRing, ForgetsWhenCleared) {
  TraceRing ring(2);
  for (int i = 0; i < 5; ++i) ring.add(event(i, i + 1));
  ring.clear();
  EXPECT_TRUE(ring.events().empty());
  EXPECT_EQ(ring.dropped(), 0);
  ring.add(event(9, 10));
  EXPECT_EQ(ring.events().size(), 1u);
}

TEST(TraceKinds, HaveANameEachAndFollowTheOperations) {
  for (int k = 0; k < operation_kinds; ++k) {
    std::string name(span_names[static_cast<int>(span_kind(static_cast<OperationKind>(k)))]);
    std::ranges::replace(name, ' ', '_');
    EXPECT_EQ(name, operation_kind_names[k]);
  }
  EXPECT_EQ(span_names[static_cast<int>(SpanKind::helper)], "helper");
}

class TraceFile : public testing::Test {
 protected:
  // Rank 1's clock is 100 s behind rank 0's.
  Json written() {
    std::vector<RankTrace> ranks(2);
    ranks[0] = {"alpha", 0, 0, 0, {event(1000, 1000.25), event(1000.25, 1000.5, SpanKind::counter, 7)}};
    ranks[1] = {"beta", 100, 1e-6, 12, {}};
    TraceEvent get = event(900.125, 900.1250015, SpanKind::get);
    get.target = 0;
    get.bytes = 640;
    get.blocks = {2, 1, -1, -1};
    TraceEvent task = event(900.125, 900.5, SpanKind::task, 3);
    task.blocks = {2, 1, 1, 0};
    ranks[1].events = {get, task, event(900, 901, SpanKind::helper), event(900, 901, SpanKind::run, 0)};
    std::ostringstream out;
    write_trace(out, ranks, {"Case 1, \"quoted\""}, {{"command", "fock"}});
    return Json::parse(out.str());
  }
  static Json find(const Json& trace, const std::string& category) {
    for (const Json& e : trace["traceEvents"])
      if (e["ph"] == "X" && e["cat"] == category) return e;
    return {};
  }
};

TEST_F(TraceFile, PutsAllRanksOnTheClockOfRank0) {
  const Json trace = written();
  EXPECT_EQ(find(trace, "compute")["ts"], 0.0);  // the first of all events
  EXPECT_EQ(find(trace, "compute")["dur"], 250000.0);
  EXPECT_EQ(find(trace, "get")["ts"], 125000.0);
  EXPECT_EQ(find(trace, "get")["dur"], 1.5);
  EXPECT_EQ(find(trace, "get")["pid"], 1);
}

TEST_F(TraceFile, TellsWhatASpanWasFor) {
  const Json trace = written();
  EXPECT_EQ(find(trace, "get")["args"], (Json{{"target", 0}, {"bytes", 640}, {"block", {2, 1}}}));
  EXPECT_EQ(find(trace, "task")["args"], (Json{{"id", 3}, {"blocks", {2, 1, 1, 0}}}));
  EXPECT_EQ(find(trace, "counter")["args"], (Json{{"ticket", 7}}));
  EXPECT_EQ(find(trace, "run")["name"], "Case 1, \"quoted\"");
}

TEST_F(TraceFile, RanksAreProcessesAndHelpersThreads) {
  const Json trace = written();
  std::map<int, std::string> processes;
  for (const Json& e : trace["traceEvents"])
    if (e["ph"] == "M" && e["name"] == "process_name") processes[e["pid"]] = e["args"]["name"];
  EXPECT_EQ(processes, (std::map<int, std::string>{{0, "rank 0"}, {1, "rank 1"}}));
  EXPECT_EQ(find(trace, "run")["tid"], 0);
  EXPECT_EQ(find(trace, "helper")["tid"], 1);
}

TEST_F(TraceFile, TicketsAreACounterTrack) {
  const Json trace = written();
  int tickets = 0;
  for (const Json& e : trace["traceEvents"]) {
    if (e["ph"] != "C") continue;
    ++tickets;
    EXPECT_EQ(e["args"]["drawn"], 7);
    EXPECT_EQ(e["ts"], 500000.0);  // when it was drawn
  }
  EXPECT_EQ(tickets, 1);
}

TEST_F(TraceFile, SaysWhatWasDroppedAndHowSureTheClocksAre) {
  const Json trace = written();
  EXPECT_EQ(trace["otherData"]["command"], "fock");
  EXPECT_EQ(trace["otherData"]["ranks"][0]["dropped_events"], 0);
  EXPECT_EQ(trace["otherData"]["ranks"][1]["dropped_events"], 12);
  EXPECT_EQ(trace["otherData"]["ranks"][1]["clock_error_seconds"], 1e-6);
  bool noted = false;
  for (const Json& e : trace["traceEvents"])
    noted |= e["ph"] == "i" && e["name"] == "12 earlier events dropped" && e["pid"] == 1;
  EXPECT_TRUE(noted);
}

TEST_F(TraceFile, WithoutEventsIsStillAFile) {
  std::ostringstream out;
  write_trace(out, {RankTrace{"alpha", 0, 0, 0, {}}}, {}, Json::object());
  EXPECT_GT(Json::parse(out.str())["traceEvents"].size(), 0u);  // the metadata of rank 0
}

}  // namespace
}  // namespace fockproxy
