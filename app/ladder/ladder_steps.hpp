// The steps of the ladder: versions of the same communication from the simplest to the best. Each step makes one
// change.
#pragma once

#include <span>
#include <string_view>

#include "fock/fock_config.hpp"

namespace fockproxy {

struct LadderStep {
  std::string_view name;
  std::string_view change;            // relative to the step before
  std::string_view source;            // file of lib/ and function that implement it
  void (*apply)(FockConfig& config);  // to the options of the step `base`
  int base;                           // number of that step: the one before, unless steps exclude each other
  bool on_device = false;             // the engine of --device-steps computes the tasks
};

// In the order of the ladder. The first step has no base.
std::span<const LadderStep> ladder_steps();

// The options of a step: those of its base with its own change. Local.
FockConfig with_step(const LadderStep& step, FockConfig start);

}  // namespace fockproxy
