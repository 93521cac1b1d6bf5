// Which settings give windows on a stack that refuses them: tried, not guessed.
#pragma once

#include <string>

#include "parallel/window.hpp"

namespace fockproxy {

// Collective; up to two minutes. What the error line says of a refused window: this program is started again by the
// same launcher, over the same hosts, with one setting after the other, until rows of `fockproxy check` pass; that
// setting is named. Where the launcher cannot be found, known settings are named as what they are: not tried.
// `thread_level` is the one that was asked for; `for_global_arrays`: it was a window as Global Arrays makes them.
std::string advice_on(const Communicator& world, const WindowRefused& refusal, int thread_level,
                      bool for_global_arrays = false);

}  // namespace fockproxy
