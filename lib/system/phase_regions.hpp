// Phases of the program as regions of Caliper (Boehme et al., SC16), where it is built in (FOCKPROXY_WITH_CALIPER): so
// profilers that know nothing of fockproxy name its phases.
#pragma once

namespace fockproxy {

#ifdef FOCKPROXY_WITH_CALIPER

// Local, on the main thread of a rank. Ends the region that this one follows; `phase` is copied.
void enter_phase_region(const char* phase);
// After the last one, before MPI_Finalize: Caliper adds up the ranks in there.
void leave_phase_region();

#else

inline void enter_phase_region(const char*) {}
inline void leave_phase_region() {}

#endif

}  // namespace fockproxy
