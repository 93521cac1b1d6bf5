// A failure of one rank on demand, for the tests of what happens then.
#pragma once

namespace fockproxy {

// Whether there is one to come; written once, by arm_injected_failure().
inline constinit bool failure_is_injected = false;

// Local, at the start. Reads FOCKPROXY_INJECT_FAILURE=RANK:KIND:PLACE: rank RANK fails when it marks or locates PLACE
// ("Fock build: fence"; see ProcessStatus). KIND is error (throws std::runtime_error), memory (throws std::bad_alloc),
// hang (never returns), stop (SIGSTOP) or crash (SIGSEGV). Throws UsageError when that is malformed.
void arm_injected_failure();

// Local. Fails when place and rank are those asked for.
void fail_if_injected(const char* place, int rank);

}  // namespace fockproxy
