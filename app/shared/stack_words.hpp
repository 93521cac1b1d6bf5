// A description of the processes of the job.
#pragma once

#include <string>

#include "parallel/runtime.hpp"

namespace fockproxy {

// Local. "2 ranks on 1 node, thread level single (asked for single)", and the ranks that Global Arrays keeps.
std::string processes_in_words(const Runtime& runtime);

}  // namespace fockproxy
