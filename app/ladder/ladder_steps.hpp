// The steps of the ladder: versions of the same communication, from the simplest to the best, each one change.
#pragma once

#include <span>
#include <string_view>

#include "fock/fock_config.hpp"

namespace fockproxy {

struct LadderStep {
  std::string_view name;
  std::string_view change;              // against the step before
  std::string_view source;              // file of lib/ and function that do it
  void (*apply)(BlockOptions& blocks);  // to the choices of the step that `base` names
  int base;                             // number of that step: the one before, but where steps exclude each other
};

// In the order of the ladder. The first needs nothing of a base.
std::span<const LadderStep> ladder_steps();

// The block options of a step: its base's, and its own change. Local.
BlockOptions blocks_of(const LadderStep& step, BlockOptions start);

}  // namespace fockproxy
