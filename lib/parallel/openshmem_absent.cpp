// For builds without OpenSHMEM.
#include "parallel/openshmem.hpp"
#include "support/error.hpp"

namespace fockproxy {

bool built_with_openshmem() { return false; }
std::string_view without_openshmem() { return FOCKPROXY_WITHOUT_OPENSHMEM; }

OpenShmemSession::OpenShmemSession(const Communicator&, int) {
  throw AgreedUsageError("UNSUPPORTED: " + std::string(without_openshmem()));
}
OpenShmemSession::~OpenShmemSession() = default;

}  // namespace fockproxy
