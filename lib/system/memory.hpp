// The memory of this process: pages, the rest that a limit leaves, and the resident memory now or at its peak.
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

  // Whether so little memory is left that a library probably failed for lack of memory.
  bool is_short() const { return limit >= 0 && left < 64 * 1024 * 1024; }
};

// Local, async-signal-safe, allocates no memory: error messages of dying processes use it.
AddressSpace address_space();

// Resident bytes of this process now; negative if the kernel does not report them (Linux, /proc/self). Local.
double resident_bytes();

// The largest number of resident bytes since the process began, or since the last PeakMemory began. Pages that
// processes share (windows and tables of a node) are divided among the processes that touched them, by their present
// state. The sum over the ranks of a node is therefore the memory of the node. Negative if the kernel does not report
// it. Local.
double peak_resident_share();

// The peak of the resident bytes of the whole process since construction, minus those at construction (Linux,
// /proc/self). Local.
class PeakMemory {
 public:
  PeakMemory();
  // Negative if the kernel does not report the peak.
  double bytes() const;

 private:
  double before_;
};

}  // namespace fockproxy
