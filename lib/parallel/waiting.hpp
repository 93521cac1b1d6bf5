// Waits for other ranks above a library that makes progress only inside its own calls.
#pragma once

#include <mpi.h>

namespace fockproxy {

// Serves the requests of other ranks to this rank; returns at once if there are none.
using Serve = void (*)();

// Sets the function that a rank calls in this process while it waits for other ranks. Null, as at the start: MPI itself
// waits. Some runtimes of Global Arrays (mpi-ts) answer only inside their own calls. A rank that waits in MPI_Barrier
// for a rank whose NGA_Get waits for it would wait for ever. Local; not thread-safe: only the main thread may call it,
// as for Global Arrays.
void serve_while_waiting(Serve serve);

// Whether such a function is set. Local.
bool must_serve_others();

// Serves once if a function is set. Local. For loops of fockproxy that wait, and for polls.
void serve_others();

// Collective over `comm`. Returns when all of its ranks have called it, and serves other ranks during the wait. Call it
// before an operation that makes ranks wait for each other inside MPI. Does nothing if MPI itself may wait.
void arrive(MPI_Comm comm);

// MPI_Wait that serves other ranks during the wait. Local. Returns the error code of MPI.
int wait_for(MPI_Request& request);

}  // namespace fockproxy
