// The costs of progress on busy ranks, and whether the scheduler disturbed the measurement.
#pragma once

#include <string>
#include <vector>

#include "fock/fock_config.hpp"
#include "record/json_file.hpp"
#include "record/operations.hpp"

namespace fockproxy {

// One row per rank; prints nothing if no rank had a helper, polled or was disturbed. Local; call it on rank 0.
void print_progress_table(const std::vector<RankRecord>& ranks);

// CPU seconds of ranks and helpers per second of integrals and digestion; 0 without any.
double cpu_per_useful_second(const std::vector<RankRecord>& ranks);

// Collective; call it after the Fock builder was made. Prints on stderr which ranks and helpers lack cores.
void warn_of_crowded_cores(const Runtime& runtime, const FockConfig& config);

// The settings that the strategy found or set, their values as MPI reads them, and the number of threads of the
// libraries. Empty without settings. As lines for print_fact(), and as JSON. Local.
std::vector<std::string> describe_settings(const Runtime& runtime);
Json settings_json(const Runtime& runtime);

}  // namespace fockproxy
