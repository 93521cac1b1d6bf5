// Global Arrays with ARMCI: starts them after MPI, tests them before use, and ends them before MPI.
#pragma once

#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/global_arrays_runtime.hpp"
#include "parallel/named_value.hpp"

namespace fockproxy {

// The reason in a build without the Global Arrays backends.
inline constexpr const char* without_global_arrays =
    "this program has no Global Arrays; build it from source with them: docs/elsewhere.md (FOCKPROXY_WITH_GA=ON)";

// Whether this build has Global Arrays. Local.
bool built_with_global_arrays();
// "Global Arrays 5.9.2, runtime mpi-pr"; empty in a build without Global Arrays. Local; needs no MPI.
std::string linked_global_arrays();

// Thrown on a rank that served the other ranks from the start of Global Arrays to its end
// (GlobalArraysRuntime::keeps_ranks). It is not an error: the job is over, and this rank only has to end MPI.
struct ServedToTheEnd {};

// Starts Global Arrays and the allocator MA, and calls GA_Terminate at destruction. Construction and destruction are
// collective over `job`, all processes; MPI must run at the thread level of the runtime. The constructor throws
// ServedToTheEnd on the ranks that the runtime kept, after the other ranks have ended. It throws AgreedUsageError in a
// build without Global Arrays and if a node has too few ranks, and ComputationError if MA does not start.
class GlobalArraysSession {
 public:
  explicit GlobalArraysSession(const Communicator& job);
  ~GlobalArraysSession();
  GlobalArraysSession(const GlobalArraysSession&) = delete;
  GlobalArraysSession& operator=(const GlobalArraysSession&) = delete;

  // Local. The ranks that Global Arrays gives to the program, in its numbering. Global Arrays owns the communicator; do
  // not free it.
  MPI_Comm communicator() const;
  const GlobalArraysRuntime& runtime() const { return runtime_; }  // local

  // Local. The properties that Global Arrays and ARMCI report.
  std::vector<NamedValue> properties() const;

  // Collective. Tests put -> get, put -> access, access -> get and accumulate -> get on arrays with pieces of unequal
  // size. Returns an empty text if all results are right, else the fault, the same text on every rank.
  std::string self_test(const Communicator& comm) const;

 private:
  GlobalArraysRuntime runtime_;
};

}  // namespace fockproxy
