// The command line of `fockproxy ladder`.
#pragma once

#include <string>
#include <vector>

#include "app/calculation/calculation_options.hpp"

namespace fockproxy {

struct LadderOptions {
  CalculationOptions calculation;  // molecule, basis and other options that all steps share
  std::vector<int> cases{1};
  std::vector<std::string> windows{"allocate"};
  std::string grain = "atom";
  int idle_ranks = 1;  // in Case 2
  int repeat = 3;
  int per_rank = 0;                   // above 0: constant work per rank
  std::string device_steps = "none";  // the engine of the steps on a device
  bool list = false;

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const;
  bool on_device() const { return device_steps != "none"; }

  // The molecule for this number of ranks: "water" and 4 per rank are water8 on two ranks. Local.
  std::string molecule_for(int ranks) const;
};

}  // namespace fockproxy
