// What moving communication on busy ranks cost, and whether the scheduler disturbed the measurement.
#pragma once

#include <string>
#include <vector>

#include "record/operations.hpp"

namespace fockproxy {

// One row per rank; nothing where no rank had a helper, polled or was disturbed. Local; call on rank 0.
void print_progress_table(const std::vector<RankRecord>& ranks);

// CPU seconds of ranks and helpers for each second of integrals and digestion; 0 without any.
double cpu_per_useful_second(const std::vector<RankRecord>& ranks);

}  // namespace fockproxy
