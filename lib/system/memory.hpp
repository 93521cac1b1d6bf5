// The memory of this process: pages, what a limit leaves, and what is resident, in total or during a period.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace fockproxy {

inline std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
inline std::size_t whole_pages(std::size_t bytes) { return (bytes + page_size() - 1) / page_size() * page_size(); }

// The memory that a limit (ulimit -v) leaves this process, in bytes. Without a limit, `limit` is -1 and `left` has no
// meaning.
struct AddressSpace {
  std::int64_t limit = -1;
  std::int64_t left = 0;

  // Whether so little is left that a library probably failed for lack of memory.
  bool is_short() const { return limit >= 0 && left < 64 * 1024 * 1024; }
};

// Local, async-signal-safe, allocates no memory: error messages of dying processes use it.
AddressSpace address_space();

// Resident bytes of this process now; negative if the kernel does not report them (Linux, /proc/self). Local.
double resident_bytes();

// The most that was resident since the process began, or since a PeakMemory did. Pages that processes share (windows
// and tables of a node) are shared out among those that touched them, as they lie now: what the ranks of a node take
// together is the sum. Negative where the kernel does not tell. Local.
double peak_resident_share();

// Resident bytes beyond those at construction, at most, since then (Linux, /proc/self). Of the whole process. Local.
class PeakMemory {
 public:
  PeakMemory();
  // nothing known: a negative number, where the kernel does not tell.
  double bytes() const;

 private:
  double before_;
};

}  // namespace fockproxy
