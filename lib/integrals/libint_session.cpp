#include "integrals/libint_session.hpp"

#include "integrals/libint.hpp"

namespace fockproxy {

LibintSession::LibintSession() { libint2::initialize(); }

LibintSession::~LibintSession() { libint2::finalize(); }

int LibintSession::max_angular_momentum() { return LIBINT2_MAX_AM_eri; }

const char* LibintSession::version() { return LIBINT_VERSION; }

}  // namespace fockproxy
