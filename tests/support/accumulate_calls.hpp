// What a test program saw of its own accumulate calls (MPI-4.0 section 12.3.4), through the profiling interface
// (section 15.2). A program that has accumulate_calls.cpp among its sources records all its calls.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace fockproxy::testing {

// The operators, as MPICH's info key which_accumulate_ops names them.
inline constexpr std::array<const char*, 5> operator_names{"sum", "replace", "no_op", "cswap", "another"};

// The calls of this process.
struct AccumulateCalls {
  std::int64_t operators = 0;  // a bit for each operator that occurred
  std::int64_t blocks = 0;     // 1: a call had several elements or a derived datatype
};
AccumulateCalls& accumulate_calls();  // local; a test clears it

}  // namespace fockproxy::testing
