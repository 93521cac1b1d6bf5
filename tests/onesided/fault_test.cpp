// Negative controls: a lost, late or misplaced transfer is found for every operation and method.
#include <gtest/gtest.h>

#include "onesided/bench_fixture.hpp"

namespace fockproxy::testing {
namespace {

using namespace onesided;

class Faults : public ::testing::TestWithParam<MoverFault> {
 protected:
  void expect_found(TransferCase c) {
    bench_.bench.fault = GetParam();
    const Measurement m = bench_.measure(c);
    if (!m.unsupported.empty()) return;
    EXPECT_NE(m.fault, "") << c.operation.name() << ", " << to_string(c.combination) << ", " << datatype_of(c.element())
                           << ", " << to_string(c.method) << ", " << to_string(c.completion);
    EXPECT_EQ(m.transfers, 0) << "no times beside a fault";
  }
  ShortBench bench_;
};

TEST_P(Faults, AreFoundInEveryOperation) {
  for (const OperationEntry& operation : operation_table())
    for (const Completion completion : completions())
      for (const Footprint& footprint : footprints())
        expect_found(
            {.operation = operation, .completion = completion, .footprint = footprint, .traffic = last_to_first()});
}

TEST_P(Faults, AreFoundInEveryCombinationAndDatatype) {
  for (const char* name : {"get", "accumulate", "get_accumulate", "fetch_and_op"})
    for (const auto& [combination, datatype] : kinds()) {
      const TransferCase c{.operation = name, .combination = combination, .datatype = datatype};
      if (!kind_refusal(c).empty()) continue;
      for (const Footprint& footprint : small_footprints()) {
        TransferCase moved = c;
        moved.footprint = footprint;
        moved.traffic = last_to_first();
        expect_found(moved);
      }
    }
}

TEST_P(Faults, AreFoundByEveryMethod) {
  for (const char* name : {"get", "put", "accumulate", "rget", "rput"})
    for (const Footprint& footprint : footprints())
      for (const Method method : {Method::conservative, Method::batched, Method::direct, Method::packed})
        expect_found({.operation = name, .method = method, .footprint = footprint, .traffic = last_to_first()});
}

TEST_P(Faults, AreFoundWhenWarmAndWhenManyAreInFlight) {
  for (const char* name : {"get", "put", "accumulate", "rget"}) {
    TransferCase c{.operation = name, .footprint = Footprint::contiguous(8), .traffic = last_to_first()};
    c.warm = true;
    expect_found(c);
    c.warm = false;
    c.in_flight = 16;
    expect_found(c);
    c.traffic = {Pattern::ring, world().size()};
    expect_found(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Faults, ::testing::Values(MoverFault::lost, MoverFault::late, MoverFault::misplaced),
                         [](const auto& info) { return std::string(mover_fault_names[static_cast<int>(info.param)]); });

}  // namespace
}  // namespace fockproxy::testing
