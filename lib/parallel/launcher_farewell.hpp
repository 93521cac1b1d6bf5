// Leaving MPICH's launcher in peace by a process that leaves MPI without MPI_Finalize: see finalize_fault().
#pragma once

#include "parallel/launcher.hpp"

namespace fockproxy {

// Tells the launcher that this process has done with MPI, as MPI_Finalize would: "cmd=finalize" of the PMI-1 wire
// protocol (Flux RFC 13; src/pmi/simple/simple_pmi.c of MPICH 4.0) over the descriptor PMI_FD, and waits for the
// answer, for a few seconds at most. Hydra takes a process that ends without it for a failed one, and kills the others
// on its node, which may still be ending. Nothing happens where PMI_FD is not set. Local; once, after the last call to
// MPI.
void bid_launcher_farewell(const Environment& environment);

}  // namespace fockproxy
