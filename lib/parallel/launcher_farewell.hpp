// How a process that leaves MPI without MPI_Finalize tells MPICH's launcher: see finalize_fault().
#pragma once

#include "parallel/launcher.hpp"

namespace fockproxy {

// Tells the launcher that this process has finished with MPI, as MPI_Finalize would: "cmd=finalize" of the PMI-1 wire
// protocol (Flux RFC 13; src/pmi/simple/simple_pmi.c of MPICH 4.0) over the descriptor PMI_FD. Waits a few seconds at
// most for the answer. Without it Hydra treats the process as failed and kills the other processes of the node, which
// may still be ending. Does nothing where PMI_FD is not set. Local; call once, after the last call to
// MPI.
void bid_launcher_farewell(const Environment& environment);

}  // namespace fockproxy
