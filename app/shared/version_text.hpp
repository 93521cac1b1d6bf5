// The text of `fockproxy --version`: the version of the program and of its parts.
#pragma once

#include <string>

namespace fockproxy {

// Several lines, the first "fockproxy 0.3.0 (revision)". Local; needs no MPI.
std::string version_text();

}  // namespace fockproxy
