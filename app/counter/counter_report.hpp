// The figures of the rows of `fockproxy counter`, and their output. Local; rank 0.
#pragma once

#include <vector>

#include "app/counter/counter_experiment.hpp"
#include "app/shared/figure.hpp"
#include "app/shared/window_report.hpp"
#include "experiment/saturation.hpp"
#include "experiment/verdict.hpp"

namespace fockproxy {

// The rates of one counter: rows of `saturate` for increasing numbers of ranks.
struct SaturationRow {
  std::string counter, window;
  WindowInfo window_info;
  std::string unsupported;
  std::vector<Saturation> measurements;
};

// The values of one rank in a row.
struct RankRow {
  const CounterConfig* config;
  std::size_t rank;
};

std::string config_name(const CounterConfig& c);  // "case 1, mpi3, window allocate, progress none"
Figures<CounterConfig> counter_figures();
Figures<CounterConfig> counter_wait_figures();     // the columns of one table,
Figures<CounterConfig> counter_dealing_figures();  // and of another one
Figures<RankRow> counter_rank_figures();

void print_rows(const std::vector<CounterConfig>& rows, const TaskLengths& lengths);
void print_ranks(const std::vector<CounterConfig>& rows);  // for each rank, as the program of 2008 printed them
void print_verdicts(const std::vector<OperationVerdict>& verdicts, const VerdictOptions& options);
void print_saturation(const std::vector<SaturationRow>& rows);

Json verdicts_json(const std::vector<OperationVerdict>& verdicts);
Json saturation_json(const std::vector<SaturationRow>& rows);

}  // namespace fockproxy
