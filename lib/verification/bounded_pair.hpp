// A shell pair with its Schwarz bound, for lists that are sorted by it.
#pragma once

namespace fockproxy {

struct BoundedPair {
  int a, b;        // shells
  double schwarz;  // sqrt (ab|ab)
};

}  // namespace fockproxy
