// What a limit of memory (ulimit -v) leaves this process.
#pragma once

#include <cstdint>

namespace fockproxy {

// Bytes. Without a limit `limit` is -1 and `left` means nothing.
struct AddressSpace {
  std::int64_t limit = -1;
  std::int64_t left = 0;

  // So little that a library's failure is probably for want of it.
  bool is_short() const { return limit >= 0 && left < 64 * 1024 * 1024; }
};

// Local, async-signal-safe, takes no memory: last words ask too.
AddressSpace address_space();

}  // namespace fockproxy
