// What `fockproxy --version` says: what this program is, and what it is made of.
#pragma once

#include <string>

namespace fockproxy {

// Several lines, the first "fockproxy 0.3.0 (revision)". Local; needs no MPI.
std::string version_text();

}  // namespace fockproxy
