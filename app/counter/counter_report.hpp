// What `fockproxy counter` prints and writes. Local; rank 0.
#pragma once

#include <vector>

#include "app/counter/counter_experiment.hpp"
#include "experiment/saturation.hpp"
#include "experiment/verdict.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// Rates of one counter: rows of `saturate` for a growing number of ranks.
struct SaturationRow {
  std::string counter, window;
  std::string unsupported;
  std::vector<Saturation> measurements;
};

void print_rows(const std::vector<CounterConfig>& rows, const TaskLengths& lengths);
void print_ranks(const std::vector<CounterConfig>& rows);  // what each rank did, as the program of 2008 printed it
void print_verdicts(const std::vector<OperationVerdict>& verdicts, const VerdictOptions& options);
void print_saturation(const std::vector<SaturationRow>& rows);

Json rows_json(const std::vector<CounterConfig>& rows);
Json verdicts_json(const std::vector<OperationVerdict>& verdicts);
Json saturation_json(const std::vector<SaturationRow>& rows);

}  // namespace fockproxy
