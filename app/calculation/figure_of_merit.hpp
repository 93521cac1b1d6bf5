// What one run of `fock`, `scf` or `compare` comes to: docs/figure-of-merit.md has the rules.
#pragma once

#include "app/calculation/calculation_options.hpp"
#include "app/calculation/fock_history.hpp"
#include "record/json_file.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

// Of verified builds alone.
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

// Of all builds of `history`, at least one; efficiency: integrals and digestion, of all the time that the ranks had.
// Local; rank 0.
FigureOfMerit figure_of_merit(const CalculationOptions& options, const FockHistory& history, int ranks);

// The last line of a run.
void print_figure_of_merit(const FigureOfMerit& figure);
Json figure_of_merit_json(const FigureOfMerit& figure);

}  // namespace fockproxy
