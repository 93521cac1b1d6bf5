// Makes one rank fail on demand. Tests of failures use it.
#pragma once

namespace fockproxy {

// Whether a failure was requested. Only arm_injected_failure() writes it, once.
inline constinit bool failure_is_injected = false;

// Local; call it at the start. Reads FOCKPROXY_INJECT_FAILURE=RANK:KIND:PLACE: rank RANK fails when it marks or locates
// PLACE ("Fock build: fence"; see ProcessStatus). KIND is error (throws std::runtime_error), memory (throws
// std::bad_alloc), mpi (calls fail_as_mpi, which throws as a failed MPI call does), hang (never returns), stop
// (SIGSTOP), crash (SIGSEGV), kill (SIGKILL) or exit (as a library that calls exit()). Throws UsageError if the value
// is malformed.
void arm_injected_failure(void (*fail_as_mpi)());

// Local. Fails if `place` and `rank` are the requested ones.
void fail_if_injected(const char* place, int rank);

}  // namespace fockproxy
