#include "app/calculation/figure_of_merit.hpp"

#include <fmt/format.h>

#include "app/calculation/named_input.hpp"
#include "app/calculation/report.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

FigureOfMerit ruled(const std::string& input, const FockConfig& config, int ranks) {
  FigureOfMerit figure{.ranks = ranks, .input = input, .objection = objection_to(config), .of = ""};
  if (figure.objection.empty() && ranks == 1) figure.objection = "one rank communicates with itself alone";
  if (figure.objection.empty() && figure.input.empty()) figure.objection = "its input is not one of --input";
  return figure;
}

FigureOfMerit figure_of_merit(const CalculationOptions& options, const FockHistory& history, int ranks) {
  FigureOfMerit figure = ruled(options.input, options.fock, ranks);
  double quartets = 0;
  for (const FockBuild& build : history.builds()) quartets += static_cast<double>(build.quartets);
  figure.quartets_per_second = quartets / history.seconds(&FockBuild::seconds);
  for (const FockBuild& build : history.builds()) figure.efficiencies.push_back(compute_share(total(build.ranks)));
  return figure;
}

std::string FigureOfMerit::mark() const {
  const MedianInterval known = efficiency();
  if (known.median <= 1) return "";
  return known.low <= 1 ? "above 1: more builds would tell what it is"
                        : "above 1: the builds without communication were disturbed";
}

void print_figure_of_merit(const FigureOfMerit& figure) {
  const MedianInterval efficiency = figure.efficiency();
  const std::string mark = figure.mark();
  const std::string figures = fmt::format(
      "{:.3g} quartets/s, efficiency {:.3f} ({:.3f} to {:.3f} in {}{}) on {}{}", figure.quartets_per_second,
      efficiency.median, efficiency.low, efficiency.high, plural(std::ssize(figure.efficiencies), "build"),
      mark.empty() ? "" : "; " + mark, plural(figure.ranks, "rank"), figure.of.empty() ? "" : " (" + figure.of + ")");
  if (figure.objection.empty()) fmt::print("FIGURE OF MERIT {}: {}\n", figure.input, figures);
  else fmt::print("figure of merit: {}; not a benchmark result: {}\n", figures, figure.objection);
}

Json figure_of_merit_json(const FigureOfMerit& figure) {
  const MedianInterval efficiency = figure.efficiency();
  return {{"quartets_per_second", figure.quartets_per_second},
          {"efficiency", efficiency.median},
          {"efficiency_low", efficiency.low},
          {"efficiency_high", efficiency.high},
          {"efficiency_builds", figure.efficiencies.size()},
          {"efficiency_mark", figure.mark()},
          {"ranks", figure.ranks},
          {"input", figure.input.empty() ? Json(nullptr) : Json(figure.input)},
          {"objection", figure.objection},
          {"of", figure.of}};
}

}  // namespace fockproxy
