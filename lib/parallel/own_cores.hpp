// Where a thread may run.
#pragma once

#include <vector>

namespace fockproxy {

// Cores of its node that the calling thread may run on, rising; empty if the system does not tell. Local, thread-safe.
std::vector<int> own_cores();

}  // namespace fockproxy
