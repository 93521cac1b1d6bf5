// Advice on settings that give windows on a stack that refuses them. The settings are tried.
#pragma once

#include <string>

#include "parallel/window.hpp"

namespace fockproxy {

// Collective; takes up to two minutes. The text of the error line for a refused window. The same launcher starts this
// program again on the same hosts, with one setting after the other, until rows of `fockproxy check` pass; the text
// names this setting. If the launcher cannot be found, the text names known settings and says that they were not tried.
// `thread_level`: the requested level. `for_global_arrays`: Global Arrays made the window.
std::string advice_on(const Communicator& world, const WindowRefused& refusal, int thread_level,
                      bool for_global_arrays = false);

}  // namespace fockproxy
