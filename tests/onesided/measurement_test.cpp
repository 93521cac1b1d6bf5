// Every operation in every shape on this stack is done, or refused with a reason.
#include "onesided/measurement.hpp"

#include <gtest/gtest.h>

#include "onesided/bench_fixture.hpp"

namespace fockproxy::testing {
namespace {

using namespace onesided;

std::string label(const TransferCase& c) {
  return c.operation.name() + ", " + std::string(to_string(c.combination)) + ", " +
         std::string(datatype_of(c.element())) + ", " + std::string(to_string(c.completion)) + ", " +
         std::string(to_string(c.method)) + ", " + std::to_string(c.footprint.segments().size()) + " segments, " +
         std::string(to_string(c.traffic.pattern)) + (c.warm ? ", warm" : "");
}

void expect_right(const ShortBench& bench, const TransferCase& c) {
  const Measurement m = bench.measure(c);
  if (may_be_the_librarys(c) && !m.fault.empty()) return;
  EXPECT_EQ(m.fault, "") << label(c);
  if (!m.unsupported.empty()) return;  // it has a reason
  if (!world().is_root()) return;
  EXPECT_GT(m.transfers, 0) << label(c);
  EXPECT_GE(m.rounds, 2) << label(c);
  EXPECT_GT(m.interval.median, 0) << label(c);
  int origins = 0;
  for (int r = 0; r < world().size(); ++r) origins += c.traffic.is_origin(r);
  EXPECT_EQ(std::ssize(m.rates), origins) << label(c);
}

TEST(OneSided, EveryOperationMovesEveryShape) {
  const ShortBench bench;
  for (const OperationEntry& operation : operation_table())
    for (const Footprint& footprint : footprints())
      for (const Completion completion : completions())
        for (const bool warm : cache_states())
          expect_right(bench, {.operation = operation,
                               .completion = completion,
                               .footprint = footprint,
                               .traffic = last_to_first(),
                               .warm = warm});
}

TEST(OneSided, EveryCombinationMovesEveryDatatype) {
  const ShortBench bench;
  int tried = 0;
  for (const OperationEntry& operation : operation_table())
    for (const auto& [combination, datatype] : kinds()) {
      const TransferCase c{.operation = operation, .combination = combination, .datatype = datatype};
      if (!kind_refusal(c).empty()) continue;
      ++tried;
      for (const Footprint& footprint : small_footprints())
        for (const bool warm : cache_states()) {
          TransferCase moved = c;
          moved.footprint = footprint;
          moved.traffic = last_to_first();
          moved.warm = warm;
          expect_right(bench, moved);
        }
    }
  // Three datatypes: of accumulates with four MPI_Ops and fetching ones with five, two operations each, and of four
  // gets and puts. Compare-and-swap has two.
  EXPECT_EQ(tried, 3 * (2 * 4 + 2 * 5 + 4) + 2);
}

TEST(OneSided, EveryMethodMovesTheSameWords) {
  const ShortBench bench;
  for (const OperationEntry& operation : operation_table())
    for (const Footprint& footprint : footprints())
      for (const Method method : {Method::conservative, Method::batched, Method::packed})
        for (const WindowKind window : window_kinds)
          if (window == WindowKind::create || (operation.has_windows && !waiting_is_slow()))
            expect_right(bench, {.operation = operation,
                                 .window = window,
                                 .method = method,
                                 .footprint = footprint,
                                 .traffic = last_to_first()});
}

TEST(OneSided, AllRanksMoveAtOnce) {
  const ShortBench bench;
  for (const OperationEntry& operation : operation_table())
    for (const Pattern pattern : {Pattern::ring, Pattern::one_target, Pattern::hot_target}) {
      expect_right(bench, {.operation = operation,
                           .footprint = Footprint::contiguous(1),
                           .traffic = {pattern, world().size()},
                           .in_flight = 1});
      expect_right(bench, {.operation = operation,
                           .footprint = Footprint::contiguous(1),
                           .traffic = {pattern, world().size()},
                           .in_flight = 16});
    }
}

TEST(OneSided, ManyAreInFlight) {
  const ShortBench bench;
  for (const OperationEntry& operation : operation_table())
    for (const Completion completion : completions())
      for (const int outstanding : {2, 64})
        expect_right(bench, {.operation = operation,
                             .completion = completion,
                             .footprint = Footprint::contiguous(1),
                             .traffic = last_to_first(),
                             .in_flight = outstanding});
}

TEST(OneSided, ATargetThatComputesAndAnOriginThatComputesAreServed) {
  const ShortBench bench;
  for (const char* name : {"get", "put", "accumulate", "fetch_and_op"}) {
    TransferCase c{.operation = name, .traffic = last_to_first()};
    c.own_work = 1e-4;
    expect_right(bench, c);
    if (world().size() < 2) continue;
    c.own_work = 0;
    c.period = 1e-3;
    expect_right(bench, c);
    c.traffic = {Pattern::one_target, world().size()};  // all others at once
    expect_right(bench, c);
  }
}

TEST(OneSided, OverlappingSegmentsGoOneByOne) {
  const ShortBench bench;
  const Footprint overlapping({{0, 8}, {4, 8}, {20, 8}}, AtOrigin::alike);
  for (const Method method : {Method::conservative, Method::batched, Method::direct, Method::packed}) {
    const Measurement m =
        bench.measure({.operation = "put", .method = method, .footprint = overlapping, .traffic = last_to_first()});
    EXPECT_EQ(m.fault, "");
    EXPECT_EQ(m.method, Method::conservative);
  }
}

TEST(OneSided, RefusesWhatAnOperationCannotDo) {
  const auto reason = [](TransferCase c) {
    c.traffic = last_to_first();
    return refusal(c);
  };
  EXPECT_NE(reason({.operation = "fetch_and_op", .footprint = Footprint::contiguous(2)}), "");
  EXPECT_NE(reason({.operation = "accumulate", .combination = Combination::no_op}), "");
  EXPECT_EQ(reason({.operation = "get_accumulate", .combination = Combination::no_op}), "");
  EXPECT_NE(reason({.operation = "put", .combination = Combination::replace}), "");
  EXPECT_NE(reason({.operation = "load", .datatype = Datatype::int32}), "");
  EXPECT_NE(reason({.operation = "compare_and_swap", .datatype = Datatype::real}), "");
  EXPECT_NE(reason({.operation = "load", .completion = Completion::epoch}), "");
  EXPECT_NE(reason({.operation = "get", .method = Method::packed, .in_flight = 4}), "");
  EXPECT_NE(reason({.operation = "put", .footprint = Footprint::contiguous(most_words)}), "");
  EXPECT_EQ(reason({.operation = "get"}), "");
}

}  // namespace
}  // namespace fockproxy::testing
