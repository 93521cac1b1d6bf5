// All ranks at every rank's integer at once, by MPI's atomics.
#pragma once

#include "check/check_row.hpp"
#include "parallel/window.hpp"

namespace fockproxy::check {

// One 64-bit integer of every rank, in a window of its own. Local but for construction.
class SharedIntegers {
 public:
  SharedIntegers(const Communicator& comm, const WindowOptions& options)
      : window_(comm, sizeof(std::int64_t), options) {}

  // Each adds 1 and returns the value before.
  std::int64_t fetch_and_op(int target);
  std::int64_t get_accumulate(int target);
  std::int64_t compare_and_swap(int target);        // until the swap happens
  std::int64_t compare_and_swap_int32(int target);  // of the lower half, which is the first on all that MPI runs on

  // The value itself, by MPI_Fetch_and_op with MPI_NO_OP, or with MPI_SUM and 0.
  std::int64_t read(int target, MPI_Op op);

 private:
  template <class Integer>
  std::int64_t swap(int target, MPI_Datatype type);
  void flush(int target);
  Window window_;
};

using Update = std::int64_t (SharedIntegers::*)(int target);

// How the final value is read: where the same operation alone is promised (info accumulate_ops=same_op), by a sum.
enum class ReadBy { no_op, sum };

// Every value before an update exactly once, and the final value their number. Collective.
RowResult every_value_once(const CheckContext& context, const WindowOptions& options, Update update, ReadBy read_by);

}  // namespace fockproxy::check
