// The stages of `fockproxy quickstart`, in their order. All are collective; their results are on rank 0.
#pragma once

#include <functional>
#include <vector>

#include "app/calculation/calculation_options.hpp"
#include "app/quickstart/findings.hpp"
#include "app/shared/subcommand.hpp"

namespace fockproxy {

// Called with the share of a stage that is done.
using Done = std::function<void(double share)>;

// Runs the rows of `fockproxy check`. Does not throw for faults that a row finds.
RightNumbers check_numbers(const CommandContext& context, const Done& done);

// Measures the verdicts of `fockproxy counter --verdict` on the default window, with fewer samples.
Waits measure_waits(const CommandContext& context);

// Options of `fock` to try, and the complete options with them.
struct PlannedTrial {
  std::string settings;  // empty: the defaults
  CalculationOptions options;
};
// The defaults, some progress strategies, and Global Arrays if the build has them. Local; needs no MPI.
std::vector<PlannedTrial> plan_trials(const std::string& input);
// Builds with each plan, in turns. Every build is verified.
std::vector<Trial> try_builds(const CommandContext& context, const std::vector<PlannedTrial>& plans, const Done& done);

}  // namespace fockproxy
