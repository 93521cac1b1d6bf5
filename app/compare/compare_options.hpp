// The command line of `fockproxy compare`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/calculation/calculation_options.hpp"
#include "contracts/delays.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

struct CompareOptions {
  CalculationOptions calculation;  // molecule, basis, matrix and other options that all rows share
  std::vector<int> cases{1, 2, 3};
  std::vector<std::string> counters{"mpi3"};
  std::vector<std::string> windows{"allocate"};
  std::vector<WindowInfo> window_infos{WindowInfo()};
  std::vector<std::string> strategies{"none"};  // progress in Cases 1 and 2
  std::vector<std::string> owners{"all", "idle"};
  std::vector<std::string> grains{"atom"};
  int idle_ranks = 1;  // in Case 2
  std::string repeat = "auto";
  std::optional<int> rounds;  // set by resolve(); not set: the number follows from `until`
  // Limits for the efficiency of a row. At least three rounds; fewer than seven do not bound a median.
  static constexpr Limits until{.seconds = 20, .width = 0.05, .enough = 7, .fewest = 3};
  std::string inject;
  contracts::Delays delays;  // set by resolve()

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const;
  std::vector<WindowChoice> window_list() const;
};

}  // namespace fockproxy
