#include "scf/diagnosis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fockproxy {
namespace {

ScfResult of(int iterations, double (*energy)(int), double (*error)(int)) {
  ScfResult result;
  for (int n = 1; n <= iterations; ++n)
    result.iterations.push_back({n, energy(n), energy(n) - energy(n - 1), error(n), true, 1e-10});
  return result;
}

bool has(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

TEST(WhyNotConverged, TellsWhatWasSeenAndWhatToTry) {
  const auto wanders = of(30, [](int n) { return -1 + 0.1 * (n % 3); }, [](int n) { return 0.1 * (1 + n % 3); });
  const std::string text = why_not_converged(wanders, {});
  EXPECT_TRUE(has(text, "wanders between 1.0e-01 and 3.0e-01")) << text;
  EXPECT_TRUE(has(text, "--level-shift")) << text;

  const auto falls = of(30, [](int n) { return -1e-4 * n; }, [](int n) { return 0.01 + 1e-3 * (n % 2); });
  EXPECT_TRUE(has(why_not_converged(falls, {}), "the energy still falls, by 1.0e-04")) << why_not_converged(falls, {});

  const auto closer = of(30, [](int n) { return std::pow(-0.5, n); }, [](int n) { return std::pow(0.7, n); });
  EXPECT_TRUE(has(why_not_converged(closer, {}), "the error still falls")) << why_not_converged(closer, {});

  const auto noise = of(30, [](int) { return -1.0; }, [](int n) { return 2e-6 + 1e-7 * (n % 3); });
  EXPECT_TRUE(has(why_not_converged(noise, {}), "--threshold")) << why_not_converged(noise, {});
}

TEST(WhyNotConverged, CountsTheSaddlePointsThatWereLeft) {
  auto result = of(30, [](int n) { return -1e-4 * n; }, [](int) { return 0.01; });
  result.stability.resize(2);
  for (Stability& saddle : result.stability) saddle.stable = false;
  EXPECT_TRUE(has(why_not_converged(result, {}), "after 2 saddle points were left")) << why_not_converged(result, {});
}

}  // namespace
}  // namespace fockproxy
