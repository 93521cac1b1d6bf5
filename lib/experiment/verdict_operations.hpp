// The operations that a verdict is passed on, each issued and completed at its target.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "parallel/window.hpp"

namespace fockproxy {

// Doubles of a large operation (1 MB) and of a small strided one.
inline constexpr int large_doubles = 131072;
inline constexpr int small_doubles = 8;
// Doubles in a row of the large strided operation, half of whose target is skipped: the rows of a Fock block.
inline constexpr int row_doubles = 16;

// The memory and windows that the operations of one window kind need: one window locked by all for the whole time, and
// one never locked by all, for exclusive locks. Collective construction (UsageError where the MPI refuses the kind) and
// destruction.
class VerdictWindows {
 public:
  VerdictWindows(const Communicator& comm, WindowKind kind);
  Window data;                                     // 2 x large_doubles doubles per rank
  Window exclusive;                                // one integer per rank
  std::vector<double> buffer;                      // large_doubles
  MPI_Datatype strided_small = MPI_DATATYPE_NULL;  // small_doubles doubles, every second one
  MPI_Datatype strided_large = MPI_DATATYPE_NULL;  // large_doubles doubles, every second row of row_doubles
  ~VerdictWindows();
};

struct VerdictOperation {
  std::string name;  // "accumulate, strided, 1 MB"
  // Local. Issues the operation and returns when it is complete at `target`.
  std::function<void(VerdictWindows&, int target)> perform;
  bool swaps = false;  // calls MPI_Compare_and_swap, which not every MPI survives
};

const std::vector<VerdictOperation>& verdict_operations();

}  // namespace fockproxy
