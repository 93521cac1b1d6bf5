#include "progress/progress_strategy.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "support/clock.hpp"

namespace fockproxy {

void ProgressStrategy::sleep(double seconds) {
  constexpr double longest = 100e-6;
  const double end = now() + seconds;
  for (double left = seconds; left > 0; left = end - now()) {
    const bool polls = region_.countdown != never;
    std::this_thread::sleep_for(std::chrono::duration<double>(polls ? std::min(left, longest) : left));
    passed();
  }
}

}  // namespace fockproxy
