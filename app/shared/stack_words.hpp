// The processes of the job in words.
#pragma once

#include <string>

#include "parallel/runtime.hpp"

namespace fockproxy {

// Local. "2 ranks on 1 node, thread level single (asked for single)", and which ranks Global Arrays keeps besides.
std::string processes_in_words(const Runtime& runtime);

}  // namespace fockproxy
