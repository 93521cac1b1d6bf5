// What `fockproxy quickstart` does, one after the other. All are collective, with what they found on rank 0.
#pragma once

#include <functional>
#include <vector>

#include "app/calculation/calculation_options.hpp"
#include "app/quickstart/findings.hpp"
#include "app/shared/subcommand.hpp"

namespace fockproxy {

// The share of a stage that is done.
using Done = std::function<void(double share)>;

// Rows of `fockproxy check` in turn. Throws nothing that a row does wrong.
RightNumbers check_numbers(const CommandContext& context, const Done& done);

// The verdicts of `fockproxy counter --verdict` on the default window, with fewer samples.
Waits measure_waits(const CommandContext& context);

// Options of `fock` that are tried, and what they come to.
struct PlannedTrial {
  std::string settings;  // empty: as it is
  CalculationOptions options;
};
// As it is, with some progress, and with Global Arrays where they are built in. Local; needs no MPI.
std::vector<PlannedTrial> plan_trials(const std::string& input);
// Builds with each of them, in turns, every build verified.
std::vector<Trial> try_builds(const CommandContext& context, const std::vector<PlannedTrial>& plans, const Done& done);

}  // namespace fockproxy
