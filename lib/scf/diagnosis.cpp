#include "scf/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace fockproxy {

namespace {

constexpr std::size_t looked_at = 10;  // iterations

std::string in_short(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1e", value);
  return text.data();
}

}  // namespace

std::string why_not_converged(const ScfResult& result, const ScfOptions& options) {
  const auto& all = result.iterations;
  const std::span<const ScfIteration> last = std::span(all).last(std::min(all.size(), looked_at));
  const auto [least, most] = std::ranges::minmax(last, {}, &ScfIteration::error);
  const double error = last.back().error, mean_change = (last.back().energy - last.front().energy) /
                                                        static_cast<double>(std::max<std::size_t>(last.size() - 1, 1));
  const bool falls =
      last.size() > 1 && std::ranges::all_of(last.subspan(1), [](const ScfIteration& it) { return it.change < 0; });
  const std::string more = "--max-iterations " + std::to_string(2 * options.max_iterations);

  std::string text;
  if (const auto left = std::ranges::count(result.stability, false, &Stability::stable); left > 0)
    text = "after " + std::to_string(left) + (left == 1 ? " saddle point was" : " saddle points were") + " left, ";
  if (last.size() < 3) return text + "there were too few to say more; try " + more;
  if (error < 10 * options.error_tolerance && most.error < 100 * options.error_tolerance)
    return text + "the error stays near " + in_short(error) +
           ", as it does where F is no more exact than that; try a "
           "smaller --threshold, --no-incremental, or a larger --gradient-tolerance";
  if (error <= least.error && error < last.front().error / 3)
    return text + "the error still falls, from " + in_short(last.front().error) + " to " + in_short(error) + " in " +
           std::to_string(last.size()) + " iterations; try " + more;
  if (falls)
    return text + "the energy still falls, by " + in_short(-mean_change) + " hartree an iteration; try " + more;
  const auto [low, high] = std::ranges::minmax(last, {}, &ScfIteration::energy);
  return text + "the error wanders between " + in_short(least.error) + " and " + in_short(most.error) +
         ", the energy within " + in_short(high.energy - low.energy) + " hartree; try " + more +
         ", --level-shift 0.3, or another --guess";
}

}  // namespace fockproxy
