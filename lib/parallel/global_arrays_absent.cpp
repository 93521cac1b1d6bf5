// For FOCKPROXY_WITH_GA=OFF.
#include "parallel/global_arrays.hpp"
#include "support/error.hpp"

namespace fockproxy {

bool built_with_global_arrays() { return false; }
std::string linked_global_arrays() { return ""; }

std::span<const GlobalArraysRuntime> global_arrays_runtimes() { return {}; }
const GlobalArraysRuntime* linked_global_arrays_runtime() { return nullptr; }
std::string how_the_runtime_was_found() { return ""; }
Serve service_of_global_arrays() { return nullptr; }
int ranks_kept_per_node() { return 0; }

GlobalArraysSession::GlobalArraysSession(const Communicator&) { throw AgreedUsageError(without_global_arrays); }
GlobalArraysSession::~GlobalArraysSession() = default;
MPI_Comm GlobalArraysSession::communicator() const { return MPI_COMM_NULL; }
std::vector<NamedValue> GlobalArraysSession::properties() const { return {}; }
std::string GlobalArraysSession::self_test(const Communicator&) const { return ""; }

}  // namespace fockproxy
