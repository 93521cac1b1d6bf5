// A running count of communications. The code that issues them keeps the count.
#pragma once

#include <cstdint>

namespace fockproxy {

// The operations of one rank: puts, gets, atomics and messages sent or received. Opening, closing and flushing epochs
// are not counted. bytes: the payload in both directions; a fetch-and-add of 8 bytes moves 16.
struct Traffic {
  std::int64_t operations = 0;
  std::int64_t bytes = 0;

  void count(std::int64_t more_operations, std::int64_t more_bytes) {
    operations += more_operations;
    bytes += more_bytes;
  }
  friend Traffic operator+(Traffic a, Traffic b) { return {a.operations + b.operations, a.bytes + b.bytes}; }
  friend Traffic operator-(Traffic a, Traffic b) { return {a.operations - b.operations, a.bytes - b.bytes}; }
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

}  // namespace fockproxy
