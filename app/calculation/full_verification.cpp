#include "app/calculation/full_verification.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "app/shared/time_left.hpp"
#include "verification/exact_build.hpp"

namespace fockproxy {

Check FullVerification::compare(const SpinMatrices& density, const SpinMatrices& g, double promise) {
  context_.watchdog.mark("verification of all of F");
  const Communicator& world = context_.runtime.world();
  if (density != density_) {
    TimeLeft left(world.is_root(), "verification: {} of F recomputed by Libint");
    exact_ = exact_two_electron(world, basis_, density, [&](double share) {
      context_.watchdog.beat();
      left.tell(share);
    });
    density_ = density;
  }
  Check check{"all of F against Libint, nothing screened", 0, promise, ""};
  for (std::size_t spin = 0; spin < g.size(); ++spin)
    for (Eigen::Index i = 0; i < g[spin].rows(); ++i)
      for (Eigen::Index j = 0; j < g[spin].cols(); ++j) {
        const double difference = std::abs(g[spin](i, j) - exact_[spin](i, j));
        if (difference <= check.deviation) continue;
        check.deviation = std::isfinite(difference) ? difference : std::numeric_limits<double>::max();
        check.detail = fmt::format("element ({},{}){} off by {:.2e} hartree", i, j,
                                   g.size() == 1 ? "" : (spin == 0 ? " alpha" : " beta"), difference);
      }
  if (check.passed()) check.detail = fmt::format("elements: {}", g.size() * static_cast<std::size_t>(g[0].size()));
  // Every rank has the same matrices; the result of rank 0 counts.
  std::array<double, 1> deviation{check.deviation};
  world.broadcast(std::span<double>(deviation));
  check.deviation = deviation[0];
  return check;
}

}  // namespace fockproxy
