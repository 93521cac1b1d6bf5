// Waiting for other ranks above a library that moves only inside its own calls.
#pragma once

#include <mpi.h>

namespace fockproxy {

// Serves what other ranks have asked of this one; returns at once where there is nothing.
using Serve = void (*)();

// What a rank that waits for others does meanwhile, from now on in this process; null, as at the start: MPI itself
// waits. Some runtimes of Global Arrays (mpi-ts) answer only inside their own calls: a rank that waits in MPI_Barrier
// for one whose NGA_Get waits for it waits for ever. Local; not thread-safe: of the main thread, like Global Arrays.
void serve_while_waiting(Serve serve);

// Has one been given? Local.
bool must_serve_others();

// Serves once, where there is anything to serve with. Local. For loops of our own that wait, and for polls.
void serve_others();

// Collective over `comm`: returns when all of its ranks have come, and has served others meanwhile. Called before what
// makes ranks wait for each other inside MPI; does nothing where MPI itself may wait.
void arrive(MPI_Comm comm);

// MPI_Wait that serves others meanwhile. Local. Returns MPI's code.
int wait_for(MPI_Request& request);

}  // namespace fockproxy
