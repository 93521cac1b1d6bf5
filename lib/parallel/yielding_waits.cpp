#include "parallel/yielding_waits.hpp"

#include <dlfcn.h>
#include <sched.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "parallel/loaded_library.hpp"

namespace fockproxy {
namespace {

std::atomic<int> reasons_to_yield = 0;
std::atomic<bool> ucx_is_called = false;

}  // namespace

YieldingWaits::YieldingWaits() { ++reasons_to_yield; }
YieldingWaits::~YieldingWaits() { --reasons_to_yield; }

bool waits_can_yield() { return ucx_is_called.load(std::memory_order_relaxed); }

}  // namespace fockproxy

// Not in a program for Open MPI, which needs no help.
#ifdef FOCKPROXY_WAITS_MAY_YIELD

namespace fockproxy {
namespace {

using Progress = unsigned(void*);

// UCX may be a library of the program, or of a plugin (of libfabric, for instance), where RTLD_NEXT does not find it.
Progress* progress_of_ucx() {
  constexpr const char* name = "ucp_worker_progress";
  auto* found = reinterpret_cast<Progress*>(dlsym(RTLD_NEXT, name));
  for (const std::string& file : loaded_files("libucp"))
    if (found == nullptr) found = LoadedLibrary(file).function<Progress>(name);
  if (found == nullptr) {
    std::fputs("fockproxy: UCX's ucp_worker_progress was not found\n", stderr);
    std::abort();
  }
  ucx_is_called.store(true, std::memory_order_relaxed);
  return found;
}

}  // namespace
}  // namespace fockproxy

extern "C" __attribute__((visibility("default"))) unsigned ucp_worker_progress(void* worker) {
  static fockproxy::Progress* const ucx = fockproxy::progress_of_ucx();
  const unsigned events = ucx(worker);
  if (events == 0 && fockproxy::reasons_to_yield.load(std::memory_order_relaxed) > 0) sched_yield();
  return events;
}

#endif
