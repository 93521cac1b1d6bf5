// Global Arrays with ARMCI: started after MPI, ended before it, and tested before use.
#pragma once

#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/global_arrays_runtime.hpp"
#include "parallel/named_value.hpp"

namespace fockproxy {

// Why the Global Arrays backends are missing from a build.
inline constexpr const char* without_global_arrays =
    "this program has no Global Arrays; build it from source with them: docs/elsewhere.md (FOCKPROXY_WITH_GA=ON)";

// Whether this build has Global Arrays. Local.
bool built_with_global_arrays();
// "Global Arrays 5.9.2, runtime mpi-pr"; empty where it has none. Local; needs no MPI.
std::string linked_global_arrays();

// Thrown on a rank that served the others from the start of Global Arrays to its end
// (GlobalArraysRuntime::keeps_ranks). The program is over, and this rank only has to end MPI. Not an error.
struct ServedToTheEnd {};

// RAII around the start of Global Arrays, MA_init and GA_Terminate. Collective construction and destruction over `job`,
// all processes, MPI running at the runtime's thread level. Throws ServedToTheEnd on the ranks that the runtime kept,
// when the others have ended; AgreedUsageError in a build without Global Arrays, and where a node has too few ranks.
class GlobalArraysSession {
 public:
  explicit GlobalArraysSession(const Communicator& job);
  ~GlobalArraysSession();
  GlobalArraysSession(const GlobalArraysSession&) = delete;
  GlobalArraysSession& operator=(const GlobalArraysSession&) = delete;

  // Local. The ranks that Global Arrays gives to the program, numbered as it numbers them; its own, not to be freed.
  MPI_Comm communicator() const;
  const GlobalArraysRuntime& runtime() const { return runtime_; }  // local

  // Local. What Global Arrays and ARMCI report about themselves.
  std::vector<NamedValue> properties() const;

  // Collective: put -> get, put -> access, access -> get and accumulate -> get on arrays with ragged pieces. Empty when
  // all is well; else what was wrong, the same text on every rank.
  std::string self_test(const Communicator& comm) const;

 private:
  GlobalArraysRuntime runtime_;
};

}  // namespace fockproxy
