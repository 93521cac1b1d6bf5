// All ranks update the integer of each rank at the same time, with MPI's atomics.
#pragma once

#include "check/check_row.hpp"
#include "parallel/window.hpp"

namespace fockproxy::check {

// A 64-bit integer on every rank, in a window of this object. Local, except construction.
class SharedIntegers {
 public:
  SharedIntegers(const Communicator& comm, const WindowOptions& options)
      : window_(comm, sizeof(std::int64_t), options) {}

  // Each of these adds 1 and returns the value before.
  std::int64_t fetch_and_op(int target);
  std::int64_t get_accumulate(int target);
  std::int64_t compare_and_swap(int target);        // repeated until the swap happens
  std::int64_t compare_and_swap_int32(int target);  // on the lower half, which comes first on each platform of MPI
  // Returns the value and leaves it; for the negative control.
  std::int64_t lost_update(int target) { return read(target, MPI_NO_OP); }

  // Reads the value by MPI_Fetch_and_op with MPI_NO_OP, or with MPI_SUM and 0.
  std::int64_t read(int target, MPI_Op op);

 private:
  template <class Integer>
  std::int64_t swap(int target, MPI_Datatype type);
  void flush(int target);
  Window window_;
};

using Update = std::int64_t (SharedIntegers::*)(int target);

// How the final value is read. By a sum if all updates use the same operation (info accumulate_ops=same_op).
enum class ReadBy { no_op, sum };

// Checks that each value before an update occurs exactly once, and that the final value is the number of updates.
// Collective.
RowResult every_value_once(const CheckContext& context, const WindowOptions& options, Update update, ReadBy read_by);

}  // namespace fockproxy::check
