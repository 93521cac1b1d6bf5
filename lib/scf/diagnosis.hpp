// Why an SCF did not converge, as far as its iterations tell, and what may help.
#pragma once

#include <string>

#include "scf/scf.hpp"

namespace fockproxy {

// One line: what was seen in the last iterations, and which options to try. Of a result that is not converged, of at
// least one iteration. Local.
std::string why_not_converged(const ScfResult& result, const ScfOptions& options);

}  // namespace fockproxy
