// What moving communication on busy ranks cost, and whether the scheduler disturbed the measurement.
#pragma once

#include <string>
#include <vector>

#include "fock/fock_config.hpp"
#include "record/json_file.hpp"
#include "record/operations.hpp"

namespace fockproxy {

// One row per rank; nothing where no rank had a helper, polled or was disturbed. Local; call on rank 0.
void print_progress_table(const std::vector<RankRecord>& ranks);

// CPU seconds of ranks and helpers for each second of integrals and digestion; 0 without any.
double cpu_per_useful_second(const std::vector<RankRecord>& ranks);

// Collective, after the Fock builder was made: says on stderr where ranks and helpers lack cores.
void warn_of_crowded_cores(const Runtime& runtime, const FockConfig& config);

// Which settings the strategy found or made, what MPI reads of them, and how many threads the libraries started;
// nothing where there were no settings. Lines for print_fact(), and the same as JSON. Local.
std::vector<std::string> describe_settings(const Runtime& runtime);
Json settings_json(const Runtime& runtime);

}  // namespace fockproxy
