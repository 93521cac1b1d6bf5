// Lets ranks that share cores yield them while they wait inside MPICH.
#pragma once

namespace fockproxy {

// MPICH spins while it waits. If ranks share cores, a waiting rank uses up the time slice that another rank needs,
// milliseconds for each wait. While an object of this class exists, a thread of this process yields its core whenever
// UCX, over which MPICH communicates, had nothing to do. It does not change what is sent. With it, `fock water5` on
// three ranks and two cores takes 1 s instead of 85 s. Not for code whose time is measured. A Runtime has one if
// FOCKPROXY_YIELD=1 is in the environment. No effect if waits_can_yield() is false. Local; thread-safe.
//
// The program has a function with the name of UCX's ucp_worker_progress, which calls UCX's. The dynamic linker finds
// the program's first.
class YieldingWaits {
 public:
  YieldingWaits();
  ~YieldingWaits();
  YieldingWaits(const YieldingWaits&) = delete;
  YieldingWaits& operator=(const YieldingWaits&) = delete;
};

// Whether MPI has called UCX through this program, which it does from MPI_Init on. False with an MPI library that uses
// other transports, and in a program for Open MPI, which yields by itself. Local; thread-safe.
bool waits_can_yield();

}  // namespace fockproxy
