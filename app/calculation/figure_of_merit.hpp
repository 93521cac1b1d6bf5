// What one run of `fock`, `scf` or `compare` comes to: docs/figure-of-merit.md has the rules.
#pragma once

#include "app/calculation/calculation_options.hpp"
#include "app/calculation/fock_history.hpp"
#include "record/json_file.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

// The figure of merit of verified builds.
struct FigureOfMerit {
  double quartets_per_second = 0;  // shell quartets that survive screening, over the time of builds with communication
  std::vector<double> efficiencies{};  // by build: of all ranks' time, what the same tasks take without communication
  int ranks = 0;
  std::string input;      // of named_inputs(); empty for another
  std::string objection;  // why this is no result of a benchmark; empty where it is one
  std::string of;         // which of several rows; empty where there is but one

  MedianInterval efficiency() const { return median_interval(efficiencies); }
  // Why a median above 1, which no efficiency is, was found; empty below.
  std::string mark() const;
};

// Without figures yet: what the rules say of builds with `config`.
FigureOfMerit ruled(const std::string& input, const FockConfig& config, int ranks);

// The figure of all builds of `history`, which has at least one. The efficiency is the time of integrals and digestion
// over the time of all ranks. Local; rank 0.
FigureOfMerit figure_of_merit(const CalculationOptions& options, const FockHistory& history, int ranks);

// The last line of a run.
void print_figure_of_merit(const FigureOfMerit& figure);
Json figure_of_merit_json(const FigureOfMerit& figure);

}  // namespace fockproxy
