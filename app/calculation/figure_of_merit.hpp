// The figure of merit of one run of `fock`, `scf` or `compare`: docs/figure-of-merit.md has the rules.
#pragma once

#include "app/calculation/calculation_options.hpp"
#include "app/calculation/fock_history.hpp"
#include "record/json_file.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

// The figure of merit of verified builds.
struct FigureOfMerit {
  double quartets_per_second = 0;  // shell quartets that survive screening, per second of the builds with communication
  std::vector<double> efficiencies{};  // by build: time of the same tasks without communication / time of all ranks
  int ranks = 0;
  std::string input;      // one of named_inputs(); empty for another input
  std::string objection;  // why this is not a benchmark result; empty if it is
  std::string of;         // the row, if there are several; else empty

  MedianInterval efficiency() const { return median_interval(efficiencies); }
  // The explanation for a median above 1, which is impossible for an efficiency; empty if it is not above 1.
  std::string mark() const;
};

// A figure of merit without figures yet: the verdict of the rules on builds with `config`.
FigureOfMerit ruled(const std::string& input, const FockConfig& config, int ranks);

// The figure of all builds of `history`, which must have at least one. The efficiency is the time of integrals and
// digestion over the time of all ranks. Local; rank 0.
FigureOfMerit figure_of_merit(const CalculationOptions& options, const FockHistory& history, int ranks);

// Prints the last line of a run.
void print_figure_of_merit(const FigureOfMerit& figure);
Json figure_of_merit_json(const FigureOfMerit& figure);

}  // namespace fockproxy
