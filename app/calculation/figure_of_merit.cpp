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
  if (figure.objection.empty() && figure.input.empty()) figure.objection = "its input is none of --input";
  return figure;
}

FigureOfMerit figure_of_merit(const CalculationOptions& options, const FockHistory& history, int ranks) {
  FigureOfMerit figure = ruled(options.input, options.fock, ranks);
  double quartets = 0;
  for (const FockBuild& build : history.builds()) quartets += static_cast<double>(build.quartets);
  figure.quartets_per_second = quartets / history.seconds(&FockBuild::seconds);
  figure.efficiency = compute_share(total(history.ranks()));
  return figure;
}

void print_figure_of_merit(const FigureOfMerit& figure) {
  const std::string figures =
      fmt::format("{:.3g} quartets/s, efficiency {:.3f} on {}{}", figure.quartets_per_second, figure.efficiency,
                  plural(figure.ranks, "rank"), figure.of.empty() ? "" : " (" + figure.of + ")");
  if (figure.objection.empty()) fmt::print("FIGURE OF MERIT {}: {}\n", figure.input, figures);
  else fmt::print("figure of merit: {}; no result of a benchmark: {}\n", figures, figure.objection);
}

Json figure_of_merit_json(const FigureOfMerit& figure) {
  return {{"quartets_per_second", figure.quartets_per_second},
          {"efficiency", figure.efficiency},
          {"ranks", figure.ranks},
          {"input", figure.input.empty() ? Json(nullptr) : Json(figure.input)},
          {"objection", figure.objection},
          {"of", figure.of}};
}

}  // namespace fockproxy
