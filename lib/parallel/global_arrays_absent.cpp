// FOCKPROXY_WITH_GA=OFF.
#include "parallel/global_arrays.hpp"
#include "support/error.hpp"

namespace fockproxy {

bool built_with_global_arrays() { return false; }

GlobalArraysSession::GlobalArraysSession() { throw AgreedUsageError(without_global_arrays); }
GlobalArraysSession::~GlobalArraysSession() = default;
std::string GlobalArraysSession::version() const { return ""; }
std::vector<NamedValue> GlobalArraysSession::properties() const { return {}; }
std::string GlobalArraysSession::self_test(const Communicator&) const { return ""; }

}  // namespace fockproxy
