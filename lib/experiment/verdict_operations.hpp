// The operations that get a verdict. Each is issued and completed at its target.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "parallel/window.hpp"

namespace fockproxy {

// Doubles of a large operation (1 MB) and of a small strided one.
inline constexpr int large_doubles = 131072;
inline constexpr int small_doubles = 8;
// Doubles in a row of the large strided operation, which skips every second row at the target, like the rows of a Fock
// block.
inline constexpr int row_doubles = 16;

// The memory and windows for the operations of one window kind. One window has an epoch of MPI_Win_lock_all for its
// lifetime. The other never has, for exclusive locks. Collective construction (UsageError if MPI refuses the kind) and
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
  bool swaps = false;  // calls MPI_Compare_and_swap, in which some MPIs crash
};

const std::vector<VerdictOperation>& verdict_operations();

}  // namespace fockproxy
