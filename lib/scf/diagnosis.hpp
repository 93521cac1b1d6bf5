// Explains from its iterations why an SCF did not converge, and what may help.
#pragma once

#include <string>

#include "scf/scf.hpp"

namespace fockproxy {

// One line: the observation in the last iterations, and options to try. For a result that is not converged and has at
// least one iteration. Local.
std::string why_not_converged(const ScfResult& result, const ScfOptions& options);

}  // namespace fockproxy
