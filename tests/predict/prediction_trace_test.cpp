// The spans of a predicted build have the times and counts of its ranks.
#include "predict/prediction_trace.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fockproxy::predict {
namespace {

// Canonical tasks of three blocks.
std::vector<PredictedTask> some_tasks() {
  std::vector<PredictedTask> tasks;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k <= i; ++k)
      for (int l = 0; l <= k; ++l) tasks.push_back({{i, i, k, l}, 1.0 + 0.1 * l});
  return tasks;
}

struct Spans {
  int count = 0;
  double seconds = 0;
};

Spans spans_of(const RankTrace& trace, std::initializer_list<SpanKind> kinds) {
  Spans spans;
  for (const TraceEvent& event : trace.events)
    for (const SpanKind kind : kinds)
      if (event.kind == kind) {
        ++spans.count;
        spans.seconds += event.end - event.begin;
      }
  return spans;
}

// Runs the tasks on ranks of which none is served while it computes, and calls `look` with the results.
template <class Look>
void trace_build(const char* dealer, int ranks, const TaskOrder& order, Look look) {
  const BlockLayout layout({0, 5, 9, 10}, 1);
  const std::vector<PredictedTask> tasks = some_tasks();
  FockWorkload workload(ranks, {.tasks = tasks, .layout = &layout, .order = &order},
                        make_dealing(look_up(Type<Dealer>{}, dealer), ranks, std::ssize(tasks), {.ranks_per_node = 2}),
                        [](FockOperation, double) { return Operation{.latency = 0.01, .service = 0.001}; });
  Machine machine(ranks, {}, workload);
  PredictionTrace trace(ranks, workload);
  machine.observe([&](int rank, double time, const Step& step) { trace.begin(rank, time, step); });
  const double end = machine.run();
  look(trace.finished(end), machine.times(), end);
}

TEST(PredictionTrace, HasTheTimesOfEachRank) {
  for (const char* dealer : {"mpi3", "node", "steal", "static"})
    trace_build(dealer, 3, {}, [&](const auto& traces, const auto& times, double end) {
      for (std::size_t rank = 0; rank < times.size(); ++rank) {
        const RankTimes& of = times[rank];
        EXPECT_NEAR(spans_of(traces[rank], {SpanKind::compute}).seconds, of.computing, 1e-9) << dealer;
        EXPECT_NEAR(spans_of(traces[rank], {SpanKind::counter}).seconds, of.waiting[draw], 1e-9) << dealer;
        EXPECT_NEAR(spans_of(traces[rank], {SpanKind::idle}).seconds, end - of.end, 1e-9) << dealer;
        EXPECT_NEAR(spans_of(traces[rank], {SpanKind::run}).seconds, end, 1e-9) << dealer;
        const auto equal = [&](std::initializer_list<SpanKind> kinds, FockOperation kind) {
          const Spans spans = spans_of(traces[rank], kinds);
          EXPECT_EQ(spans.count, of.operations[kind]) << dealer;
          EXPECT_NEAR(spans.seconds, of.waiting[kind], 1e-9) << dealer;
        };
        equal({SpanKind::get}, get);
        equal({SpanKind::accumulate}, accumulate);
        equal({SpanKind::held_get, SpanKind::held_accumulate}, held);
      }
    });
}

// Each task once, with the steps between its begin and its end; each ticket of a counter once.
TEST(PredictionTrace, HasEachTaskAndEachTicketOnce) {
  const std::vector<PredictedTask> tasks = some_tasks();
  const TaskOrder shuffled("random", std::ssize(tasks), {}, 7);
  trace_build("mpi3", 3, shuffled, [&](const auto& traces, const auto&, double) {
    std::multiset<std::int64_t> ids, tickets;
    for (const RankTrace& trace : traces) {
      int computed = 0;
      for (const TraceEvent& event : trace.events) {
        if (event.kind == SpanKind::counter && event.id >= 0) tickets.insert(event.id);
        computed += event.kind == SpanKind::compute;
        if (event.kind != SpanKind::task) continue;
        ids.insert(event.id);
        EXPECT_EQ(computed, 1) << "since the task before";
        computed = 0;
        const Task& task = tasks[static_cast<std::size_t>(event.id)].task;
        EXPECT_EQ(event.blocks, (std::array<std::int32_t, 4>{task.i, task.j, task.k, task.l}));
        EXPECT_GE(event.end - event.begin, tasks[static_cast<std::size_t>(event.id)].seconds);
      }
    }
    std::multiset<std::int64_t> all;
    for (std::int64_t id = 0; id < std::ssize(tasks); ++id) all.insert(id);
    EXPECT_EQ(ids, all);
    EXPECT_EQ(tickets, all);
  });
}

}  // namespace
}  // namespace fockproxy::predict
