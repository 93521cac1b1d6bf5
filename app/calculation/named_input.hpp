// The inputs of a benchmark: results of two machines are compared on one of these (docs/figure-of-merit.md).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fock/fock_config.hpp"

namespace fockproxy {

struct NamedInput {
  std::string_view name;
  std::string_view summary;
  std::string_view molecule, basis;
};

std::span<const NamedInput> named_inputs();  // from the smallest to the largest

// Why builds with these settings are no result of a benchmark: they make fewer communications a task than a Fock
// builder on distributed matrices, or take longer on purpose. Empty where they are one. Local.
std::string objection_to(const FockConfig& config);

}  // namespace fockproxy
