// The figures of the rows of `fockproxy counter`, and what it prints and writes. Local; rank 0.
#pragma once

#include <vector>

#include "app/counter/counter_experiment.hpp"
#include "app/shared/figure.hpp"
#include "experiment/saturation.hpp"
#include "experiment/verdict.hpp"

namespace fockproxy {

// Rates of one counter: rows of `saturate` for a growing number of ranks.
struct SaturationRow {
  std::string counter, window;
  std::string unsupported;
  std::vector<Saturation> measurements;
};

// What one rank did in a row.
struct RankRow {
  const CounterConfig* config;
  std::size_t rank;
};

std::string config_name(const CounterConfig& c);  // "case 1, mpi3, window allocate, progress none"
Figures<CounterConfig> counter_figures();
Figures<CounterConfig> counter_wait_figures();     // of these the columns of one table,
Figures<CounterConfig> counter_dealing_figures();  // and of another
Figures<RankRow> counter_rank_figures();

void print_rows(const std::vector<CounterConfig>& rows, const TaskLengths& lengths);
void print_ranks(const std::vector<CounterConfig>& rows);  // what each rank did, as the program of 2008 printed it
void print_verdicts(const std::vector<OperationVerdict>& verdicts, const VerdictOptions& options);
void print_saturation(const std::vector<SaturationRow>& rows);

Json verdicts_json(const std::vector<OperationVerdict>& verdicts);
Json saturation_json(const std::vector<SaturationRow>& rows);

}  // namespace fockproxy
