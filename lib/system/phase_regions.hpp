// Marks the phases of the program as regions of Caliper (Boehme et al., SC16) in builds with FOCKPROXY_WITH_CALIPER.
// Profilers that do not know fockproxy can then name its phases.
#pragma once

namespace fockproxy {

#ifdef FOCKPROXY_WITH_CALIPER

// Local, on the main thread of a rank. Ends the current region and begins one with the name `phase`, which is copied.
// Does nothing if the current region has this name.
void enter_phase_region(const char* phase);
// Ends the last region. Call it before MPI_Finalize, because Caliper adds up the ranks there.
void leave_phase_region();

#else

inline void enter_phase_region(const char*) {}
inline void leave_phase_region() {}

#endif

}  // namespace fockproxy
