// One-sided calls with buffers of the origin and windows in the memory of the host or of a GPU, to a target that is
// inside MPI, computes, or waits for a device.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "check/check_row.hpp"
#include "device/device_memory.hpp"

namespace fockproxy::check {

enum class MemoryCall { put, get, accumulate, fetch_and_op, compare_and_swap };
inline constexpr std::array memory_calls = {MemoryCall::put, MemoryCall::get, MemoryCall::accumulate,
                                            MemoryCall::fetch_and_op, MemoryCall::compare_and_swap};
enum class TargetState { idle, computing, waiting };
inline constexpr std::array target_states = {TargetState::idle, TargetState::computing, TargetState::waiting};
enum class MemoryFault {
  none,
  lost,      // the first origin leaves out its last call
  misplaced  // the last call of the first origin accesses the next word
};

const char* to_string(MemoryCall call);        // "MPI_Put"
std::string_view name_of(MemoryCall call);     // "put", as in the names of rows
std::string_view name_of(TargetState target);  // "idle"

struct MemoryCase {
  MemoryCall call = MemoryCall::put;
  MemoryPlace origin = MemoryPlace::host, window = MemoryPlace::host;
  WindowKind kind = WindowKind::create;  // allocate or create; memory of a GPU needs create
  TargetState target = TargetState::idle;
  MemoryFault fault = MemoryFault::none;
};

// Rank 0 is the target, and all other ranks are origins. Calls transfer one word and, except for atomics, also 1 MB.
// The test checks each word of the target and each word that a call returned. A waiting target waits in each way of
// --device-wait: for a GPU if one of the memories is on a GPU, otherwise for an emulated device. The detail of the
// result has the times of rank 1. Needs two ranks. Collective; the same result on every rank. Throws AgreedUsageError,
// "UNSUPPORTED: reason", if MPI refuses the window or a call.
RowResult check_memory(const CheckContext& context, const std::string& name, const MemoryCase& the_case);

}  // namespace fockproxy::check
