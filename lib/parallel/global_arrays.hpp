// Global Arrays, and ARMCI below it: started after MPI, ended before it, and tested before anyone believes it.
#pragma once

#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/named_value.hpp"

namespace fockproxy {

// Why the Global Arrays backends are missing from a build.
inline constexpr const char* without_global_arrays = "built without Global Arrays (FOCKPROXY_WITH_GA=OFF)";

// Does this build have Global Arrays? Local.
bool built_with_global_arrays();

// RAII around GA_Initialize, MA_init and GA_Terminate. Collective construction and destruction, MPI running. In a build
// without Global Arrays the constructor throws UsageError.
class GlobalArraysSession {
 public:
  GlobalArraysSession();
  ~GlobalArraysSession();
  GlobalArraysSession(const GlobalArraysSession&) = delete;
  GlobalArraysSession& operator=(const GlobalArraysSession&) = delete;

  std::string version() const;  // local; "Global Arrays 5.8.0 on ARMCI-MPI"
  // Local. What Global Arrays and ARMCI say of themselves.
  std::vector<NamedValue> properties() const;

  // Collective: put -> get, put -> access, access -> get and accumulate -> get on arrays with ragged pieces. Empty when
  // all is well; else what was wrong, the same text on every rank.
  std::string self_test(const Communicator& comm) const;
};

}  // namespace fockproxy
