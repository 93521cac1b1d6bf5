// Rows on device memory. An MPI library that does not support addresses in the memory of a GPU crashes, so each row
// runs in a separate job.
#include <fmt/format.h>

#include "check/isolated_row.hpp"
#include "check/memory_test.hpp"
#include "device/cuda_driver.hpp"
#include "parallel/agreement.hpp"
#include "parallel/mpi_introspection.hpp"

namespace fockproxy::check {
namespace {

struct Placement {
  const char *name, *summary;
  MemoryPlace origin, window;
  WindowKind kind;
};
constexpr Placement placements[] = {{.name = "origin",
                                     .summary = "its buffers in device memory",
                                     .origin = MemoryPlace::device,
                                     .window = MemoryPlace::host,
                                     .kind = WindowKind::allocate},
                                    {.name = "origin",
                                     .summary = "its buffers in device memory",
                                     .origin = MemoryPlace::device,
                                     .window = MemoryPlace::host,
                                     .kind = WindowKind::create},
                                    {.name = "window",
                                     .summary = "the window in device memory",
                                     .origin = MemoryPlace::host,
                                     .window = MemoryPlace::device,
                                     .kind = WindowKind::create},
                                    {.name = "both",
                                     .summary = "buffers and window in device memory",
                                     .origin = MemoryPlace::device,
                                     .window = MemoryPlace::device,
                                     .kind = WindowKind::create}};

const char* in_words(TargetState target) {
  switch (target) {
    case TargetState::idle: return "the target inside MPI";
    case TargetState::computing: return "the target computes";
    case TargetState::waiting: return "the target waits for a kernel in each way of --device-wait";
  }
  return "";
}

std::string row_name(const Placement& placement, MemoryCall call, TargetState target) {
  const std::string name = fmt::format("device-{}-{}-{}", placement.name, name_of(call), name_of(target));
  return placement.window == MemoryPlace::host ? name_with(name, placement.kind) : name;
}

RowResult on_device_memory(const CheckContext& context, const std::string& name, const MemoryCase& the_case) {
  const Communicator& world = context.runtime.world();
  collectively(world, [] { CudaDriver::get(); });
  if (is_isolated(world)) return check_memory(context, name, the_case);
  if (context.all && world.min(says_it_takes_cuda_memory() ? 1 : 0) == 0)
    throw AgreedUsageError(
        "this MPI does not report support for device memory (MPIX_Query_cuda_support); --only with "
        "the names of these rows runs them anyway");
  return run_isolated(context, name);
}

// The reproducer makes one call, of one word for an atomic and of 1 MB otherwise.
Reproducer memory_program(const Placement& placement, MemoryCall call, TargetState target) {
  const bool swaps = call == MemoryCall::compare_and_swap, adds = call == MemoryCall::accumulate;
  const bool atomic = swaps || call == MemoryCall::fetch_and_op;
  const auto number = [](auto value) { return std::to_string(static_cast<int>(value)); };
  std::map<std::string, std::string> values{{"LIBRARIES", " -ldl"},
                                            {"WORD", swaps  ? "int32_t"
                                                     : adds ? "double"
                                                            : "int64_t"},
                                            {"TYPE", swaps  ? "MPI_INT32_T"
                                                     : adds ? "MPI_DOUBLE"
                                                            : "MPI_INT64_T"},
                                            {"WORDS", atomic ? "1" : "131072"},
                                            {"ORIGIN", number(placement.origin)},
                                            {"WINDOW", number(placement.window)},
                                            {"TARGET", number(target)}};
  if (placement.kind == WindowKind::create)
    values["MAKE"] = "  MPI_Win_create(base, bytes, 1, info, MPI_COMM_WORLD, &win);";
  switch (call) {
    case MemoryCall::put: values["CALL"] = "MPI_Put(origin, n, @TYPE@, 0, 0, n, @TYPE@, win);"; break;
    case MemoryCall::get: values["CALL"] = "MPI_Get(result, n, @TYPE@, 0, 0, n, @TYPE@, win);"; break;
    case MemoryCall::accumulate:
      values["CALL"] = "MPI_Accumulate(origin, n, @TYPE@, 0, 0, n, @TYPE@, MPI_SUM, win);";
      break;
    case MemoryCall::fetch_and_op:
      values["CALL"] = "MPI_Fetch_and_op(origin, result, @TYPE@, 0, 0, MPI_SUM, win);";
      break;
    case MemoryCall::compare_and_swap:
      values["CALL"] = "MPI_Compare_and_swap(origin, expected, result, @TYPE@, 0, 0, win);";
      break;
  }
  const bool replaces = call == MemoryCall::put || swaps, fetches = call == MemoryCall::get || atomic;
  values["LEFT"] = replaces ? "sent[i]" : call == MemoryCall::get ? "initial[i]" : "initial[i] + sent[i]";
  values["CAME"] = fetches ? "initial[i]" : "none[i]";
  return reproducer(placement.kind, {"device-memory", "device-call"}, values);
}

}  // namespace

std::vector<CheckRow> device_rows() {
  std::vector<CheckRow> rows;
  for (const Placement& placement : placements)
    for (const MemoryCall call : memory_calls)
      for (const TargetState target : target_states) {
        const std::string name = row_name(placement, call, target);
        const MemoryCase the_case{.call = call,
                                  .origin = placement.origin,
                                  .window = placement.window,
                                  .kind = placement.kind,
                                  .target = target};
        rows.push_back(
            {.name = name,
             .section = std::string(device_memory_section),
             .summary = fmt::format("{}, {}; {}", to_string(call), placement.summary, in_words(target)),
             .cure = "copies through host memory",
             .needs = {},
             .run = [name, the_case](const CheckContext& context) { return on_device_memory(context, name, the_case); },
             .reproducer = memory_program(placement, call, target),
             .ranks = 2});
      }
  return rows;
}

}  // namespace fockproxy::check
