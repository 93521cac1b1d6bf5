// Runs the rows of `fockproxy onesided`, one after the other.
#pragma once

#include <vector>

#include "app/onesided/onesided_options.hpp"
#include "app/shared/subcommand.hpp"

namespace fockproxy {

struct OneSidedRow {
  onesided::PlannedRow planned;
  onesided::Measurement measured;
  // For a row about overlap: seconds of the transfer alone, and the share of it that the same amount of work hides.
  double alone = 0, hidden = 0;
};

struct OneSidedResult {
  ClockCost clock;
  std::string device;  // the device that targets wait for; empty: none
  std::vector<OneSidedRow> rows;
};

// Collective; complete on rank 0.
OneSidedResult run_onesided(const CommandContext& context, const OneSidedOptions& options);

// "inside", "computing", "computing, poll".
std::string target_label(const onesided::PlannedRow& row);

}  // namespace fockproxy
