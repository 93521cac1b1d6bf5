// What --class-rates prints: rates by class of quartets, and how near they come to the limits of a core.
#pragma once

#include "fock/fock_build.hpp"
#include "record/json.hpp"

namespace fockproxy {

// On rank 0; nothing where the build has no rates.
void print_class_rates(const FockBuild& build);

// Arrays and objects for run.json: class_rates, and core_limits (null without rates).
Json class_rates_json(const FockBuild& build);
Json core_limits_json(const FockBuild& build);

}  // namespace fockproxy
