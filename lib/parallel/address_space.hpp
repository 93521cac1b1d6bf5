// The memory that a limit (ulimit -v) leaves this process.
#pragma once

#include <cstdint>

namespace fockproxy {

// In bytes. Without a limit, `limit` is -1 and `left` has no meaning.
struct AddressSpace {
  std::int64_t limit = -1;
  std::int64_t left = 0;

  // Whether so little is left that a library probably failed for lack of memory.
  bool is_short() const { return limit >= 0 && left < 64 * 1024 * 1024; }
};

// Local, async-signal-safe, allocates no memory: error messages of dying processes use it.
AddressSpace address_space();

}  // namespace fockproxy
