// How much a check that draws at random may do.
#pragma once

#include <cstdint>

namespace fockproxy {

struct Effort {
  std::uint64_t random;       // what is drawn; another in every build, the same on every rank
  double seconds;             // at most
  std::int64_t at_least = 1;  // on every rank, however long that takes
};

}  // namespace fockproxy
