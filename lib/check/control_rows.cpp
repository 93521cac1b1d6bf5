// Negative controls: faulty backends run like the real ones, and the checks must detect them.
#include <fmt/format.h>

#include "check/accumulate_test.hpp"
#include "check/atomic_test.hpp"
#include "check/check_row.hpp"
#include "check/completion_test.hpp"
#include "check/memory_test.hpp"
#include "check/operator_test.hpp"
#include "check/patches.hpp"
#include "check/request_test.hpp"
#include "check/thread_test.hpp"
#include "check/window_test.hpp"
#include "contracts/counter_contract.hpp"
#include "contracts/faulty_counters.hpp"
#include "contracts/faulty_matrices.hpp"
#include "contracts/matrix_contract.hpp"
#include "contracts/mutex_contract.hpp"

namespace fockproxy::check {
namespace {

using namespace contracts;

constexpr int few_draws = 4;  // the faults show in any draws

// Inverts the verdict on a faulty backend.
RowResult caught(const RowResult& result) {
  if (result.status == Status::fail) return {Status::pass, "caught: " + result.detail};
  return {Status::fail, "not caught: this check is broken, and its PASS rows mean nothing"};
}

using CounterMaker = std::function<std::unique_ptr<Counter>(const Runtime&)>;

std::unique_ptr<Counter> real_counter(const Runtime& runtime) { return find_counter("mpi3").make({runtime}); }

// ranks: 2 if the fault needs a rank to race with.
CheckRow counter_control(const char* name, const char* summary, int ranks, CounterMaker make) {
  return {.name = name,
          .section = "Negative controls",
          .summary = summary,
          .cure = "",
          .needs = {},
          .run =
              [make](const CheckContext& context) {
                const Communicator& comm = context.runtime.world();
                const auto counter = make(context.runtime), other = make(context.runtime);
                return caught(judged(check_counter(comm, *counter, *other, few_draws, context.runtime.nodes() == 1)));
              },
          .ranks = ranks};
}

CheckRow matrix_control(const char* name, const char* summary, MatrixFault fault) {
  return {.name = name,
          .section = "Negative controls",
          .summary = summary,
          .cure = "",
          .needs = {},
          .run = [fault](const CheckContext& context) {
            const Communicator& comm = context.runtime.world();
            const MatrixMaker make = [&](const BlockLayout& layout) -> std::unique_ptr<DistributedMatrix> {
              auto real = find_matrix("rma").make({context.runtime, {}}, layout, "control");
              return std::make_unique<FaultyMatrix>(std::move(real), fault, 0);
            };
            return caught(judged(check_matrix(comm, make, AccumulateCompletion::local, few_contract_layouts())));
          }};
}

CheckRow atomic_control() {
  return {.name = "control-atomics",
          .section = "Negative controls",
          .summary = "updates that change nothing",
          .cure = "",
          .needs = {},
          .run = [](const CheckContext& context) {
            return caught(every_value_once(context, {}, &SharedIntegers::lost_update, ReadBy::no_op));
          }};
}

void add_request_controls(std::vector<CheckRow>& rows) {
  for (const auto& [call, name] : {std::pair{RequestCall::rget, "rget"}, std::pair{RequestCall::rput, "rput"},
                                   std::pair{RequestCall::raccumulate, "raccumulate"}})
    for (const auto& [fault, suffix, summary] :
         {std::tuple{RequestFault::late, "late", "one of many transfers is complete too late"},
          std::tuple{RequestFault::misplaced, "misplaced", "one of many transfers goes one element too far"}})
      rows.push_back({.name = std::string("control-") + name + "-" + suffix,
                      .section = "Negative controls",
                      .summary = summary,
                      .cure = "",
                      .needs = {},
                      .run = [call = call, fault = fault](const CheckContext& context) {
                        // With a flush, so that only the injected fault shows and none of the library.
                        const RequestCase faulty{
                            .call = call, .shape = PatchShape::vector, .fault = fault, .flush = true};
                        return caught(check_requests(context, faulty, {8}));
                      }});
}

// The rows on device memory, over host memory.
void add_memory_controls(std::vector<CheckRow>& rows) {
  for (const MemoryCall call : memory_calls)
    for (const auto& [fault, suffix, summary] :
         {std::tuple{MemoryFault::lost, "lost", "one call less than was promised"},
          std::tuple{MemoryFault::misplaced, "misplaced", "one call that reaches the next word"}}) {
      const std::string name = fmt::format("control-device-{}-{}", name_of(call), suffix);
      rows.push_back({.name = name,
                      .section = "Negative controls",
                      .summary = summary,
                      .cure = "",
                      .needs = {},
                      .run =
                          [name, call = call, fault = fault](const CheckContext& context) {
                            return caught(check_memory(context, name, {.call = call, .fault = fault}));
                          },
                      .ranks = 2});
    }
}

// Injects the faults that the rows on MPI itself look for.
void add_mpi_controls(std::vector<CheckRow>& rows) {
  const auto add = [&](const std::string& name, const char* summary,
                       std::function<contracts::Violations(const CheckContext&)> check, RuntimeOptions needs = {}) {
    rows.push_back({.name = name,
                    .section = "Negative controls",
                    .summary = summary,
                    .cure = "",
                    .needs = needs,
                    .run = [check](const CheckContext& context) { return caught(judged(check(context))); }});
  };
  add("control-window-unaligned", "operations that miss a window by the bytes beyond a multiple of 16",
      [](const CheckContext& context) { return misplaced_operations(context, 8, WindowFault::rounded); });
  add("control-window-far", "displacements cut to 32 bits",
      [](const CheckContext& context) { return check_far(context, WindowFault::cut); });
  // These use windows and calls that no library is known to handle wrongly.
  for (const auto& [suffix, summary, fault] :
       {std::tuple{"misplaced", "one word that no rank has sent", OperatorFault::misplaced},
        std::tuple{"misfetched", "one value fetched that was never there", OperatorFault::misfetched}}) {
    add(fmt::format("control-operators-{}", suffix), summary, [fault = fault](const CheckContext& context) {
      return check_operators(context, {.call = UpdateCall::get_accumulate, .fault = fault});
    });
    // Of doubles, because Open MPI 4.1 may fetch garbage for integers.
    add(fmt::format("control-operators-derived-{}", suffix), summary, [fault = fault](const CheckContext& context) {
      return check_operators(
          context, {.call = UpdateCall::get_accumulate, .type = ElementType::real, .derived = true, .fault = fault});
    });
    add(fmt::format("control-operators-mixed-{}", suffix), summary, [fault = fault](const CheckContext& context) {
      return check_operator_mix(context, WindowKind::allocate, fault);
    });
  }
  for (const auto& [name, summary, check] :
       {std::tuple{"control-accumulate-beside-put", "one accumulate less than was promised", &check_beside_put},
        std::tuple{"control-put-by-accumulate", "one MPI_REPLACE less than was promised", &check_put_by_accumulate},
        std::tuple{"control-accumulate-large", "one large accumulate less than was promised",
                   &check_large_accumulates}})
    add(name, summary, [check = check](const CheckContext& context) {
      return check(context, WindowKind::allocate, AccumulateFault::lost);
    });
  for (const auto& [name, summary, fault] :
       {std::tuple{"control-flush-all", "a get that begins after the call that should have completed it",
                   CompletionFault::late_get},
        std::tuple{"control-flush-all-put", "a put whose buffer changes before it is read", CompletionFault::late_put}})
    add(name, summary, [fault = fault](const CheckContext& context) {
      return check_completion_of_all(context, WindowKind::allocate, CompleteAll::flush_by_target, 1, 1, fault).found;
    });
  RuntimeOptions multiple;
  multiple.thread_level = MPI_THREAD_MULTIPLE;
  add(
      "control-threads", "one thread's accumulate less than was promised",
      [](const CheckContext& context) { return check_threads(context, WindowKind::allocate, ThreadFault::lost); },
      multiple);
}

}  // namespace

std::vector<CheckRow> control_rows() {
  std::vector<CheckRow> rows;
  rows.push_back(counter_control(
      "control-counter-not-atomic", "a counter that gets and then puts", 2,
      [](const Runtime& runtime) { return std::make_unique<NonAtomicCounter>(CounterContext{runtime}); }));
  rows.push_back(counter_control(
      "control-counter-drops", "a counter that loses a ticket", 1,
      [](const Runtime& runtime) { return std::make_unique<DroppingCounter>(real_counter(runtime), 1); }));
  rows.push_back(counter_control(
      "control-counter-repeats", "a counter that deals a ticket twice", 1,
      [](const Runtime& runtime) { return std::make_unique<RepeatingCounter>(real_counter(runtime), 1); }));
  rows.push_back(
      counter_control("control-counter-hoards", "a counter that is not linearizable", 2,
                      [](const Runtime& runtime) { return std::make_unique<HoardingCounter>(real_counter(runtime)); }));
  rows.push_back({.name = "control-no-mutex",
                  .section = "Negative controls",
                  .summary = "a mutex that locks no rank out",
                  .cure = "",
                  .needs = {},
                  .run =
                      [](const CheckContext& context) {
                        return caught(judged(check_no_mutex(context.runtime.world(), WindowKind::allocate)));
                      },
                  .ranks = 2});
  rows.push_back(matrix_control("control-matrix-loses", "a matrix that loses an update", MatrixFault::lose));
  rows.push_back(matrix_control("control-matrix-repeats", "a matrix that makes an update twice", MatrixFault::repeat));
  rows.push_back(
      matrix_control("control-matrix-misplaces", "a matrix that puts an update elsewhere", MatrixFault::misplace));
  rows.push_back(
      matrix_control("control-matrix-misreads", "a matrix that reads a wrong element", MatrixFault::misread));
  rows.push_back(matrix_control("control-matrix-misreads-split", "a matrix that does so in gets in two halves alone",
                                MatrixFault::misread_split));
  rows.push_back(matrix_control("control-matrix-late", "a matrix whose get in two halves ends before its data is there",
                                MatrixFault::late_split));
  rows.push_back({.name = "control-patches",
                  .section = "Negative controls",
                  .summary = "one accumulate less than was promised",
                  .cure = "",
                  .needs = {},
                  .run = [](const CheckContext& context) {
                    return caught(check_patches(context, {}, PatchShape::strided, true));
                  }});
  rows.push_back(atomic_control());
  add_request_controls(rows);
  add_memory_controls(rows);
  add_mpi_controls(rows);
  return rows;
}

}  // namespace fockproxy::check
