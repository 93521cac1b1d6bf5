/* For tests with more ranks than cores under MPICH over UCX, which spins while it waits: a rank that waits for another
   then burns the time slice that the other needs, milliseconds each time. Loaded before the other libraries
   (LD_PRELOAD), this stands before UCX's own function in MPICH's progress loop, and gives the core away when there was
   nothing to do. What is sent and when stays as it was; 47 Fock contracts on three ranks of two cores take 2 s instead
   of 165 s. Not for tests that judge times. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

typedef unsigned (*Progress)(void*);

unsigned ucp_worker_progress(void* worker) {
  static _Thread_local Progress ucx = 0;
  if (!ucx) ucx = (Progress)dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned events = ucx(worker);
  if (events == 0) sched_yield();
  return events;
}
