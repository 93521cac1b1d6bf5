// A setting is described once and then used everywhere. Tested with one that the program does not have.
#include "app/shared/setting.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "app/manual/completions.hpp"
#include "app/manual/manual_page.hpp"
#include "app/shared/fock_settings.hpp"
#include "app/shared/option_group.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

enum class Colour { red, green };
constexpr std::string_view colour_names[] = {"red", "green"};

struct Painted {
  Colour colour = Colour::red;
  int coats = 1;
  double drying = 0;
  std::vector<int> layers{1};
  std::vector<Colour> shades;
  bool opened = false;

  Settings settings() {
    return {{.name = "paint-colour",
             .place = place(
                 colour, [](Colour c) { return c == Colour::red ? "red" : "green"; },
                 [](const std::string& name) { return std::optional(name == "red" ? Colour::red : Colour::green); }),
             .summary = "colour of the matrix",
             .values = {{"red", "as rust"}, {"green", "as grass"}},
             .objections = {{"green", "grows"}},
             .label = "painted {}"},
            {.name = "paint-coats",
             .place = &coats,
             .summary = "coats of paint",
             .range = {.least = 1, .most = 3},
             .meaning = Meaning::problem,
             .objections = {{"", "take time"}}},
            {.name = "paint-drying", .place = duration_place(drying), .summary = "time to dry", .range = {.most = 60}},
            {.name = "paint-layers",
             .place = place(layers),
             .summary = "layers that are painted",
             .values = {{"1", "the first"}, {"2"}}},
            {.name = "paint-shades",
             .place = place(shades, colour_names),
             .summary = "colours of the layers",
             .values = {{"red"}, {"green"}}},
            unrecorded("paint-open", &opened, "open the windows")};
  }
};

// Parses the `words` after the program's name.
Painted parsed(const std::string& words) {
  Painted painted;
  read_options([&](CLI::App& command) { Group{command, "Paint"}.add(painted.settings()); }, words);
  return painted;
}

std::string refusal(const std::string& words) {
  try {
    parsed(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Setting, IsAnOptionThatSetsTheConfiguration) {
  const Painted painted = parsed("--paint-colour green --paint-coats 2 --paint-drying 10ms");
  EXPECT_EQ(painted.colour, Colour::green);
  EXPECT_EQ(painted.coats, 2);
  EXPECT_DOUBLE_EQ(painted.drying, 0.01);
}

TEST(Setting, TakesLists) {
  const Painted painted = parsed("--paint-layers 2,1 --paint-shades green,red,green");
  EXPECT_EQ(painted.layers, (std::vector{2, 1}));
  EXPECT_EQ(painted.shades, (std::vector{Colour::green, Colour::red, Colour::green}));
  EXPECT_EQ(refusal("--paint-layers 1,3"), "--paint-layers '3' is not one of 1, 2");
  EXPECT_EQ(refusal("--paint-shades red,blue"), "--paint-shades 'blue' is not one of red, green");
}

TEST(Setting, RefusesWhatIsNoneOfItsValues) {
  EXPECT_EQ(refusal("--paint-colour blue"), "--paint-colour 'blue' is not one of red, green");
  EXPECT_EQ(refusal("--paint-coats 4"), "--paint-coats must be between 1 and 3");
  EXPECT_EQ(refusal("--paint-drying 2000s"), "--paint-drying must be at most 60s");
  EXPECT_NE(refusal("--paint-drying long").find("--paint-drying 'long'"), std::string::npos);
}

TEST(Setting, IsInDocumentsAndTheirSchema) {
  Painted painted = parsed("--paint-colour green");
  EXPECT_EQ(settings_json(painted.settings()), Json({{"paint_colour", "green"},
                                                     {"paint_coats", 1},
                                                     {"paint_drying", 0.0},
                                                     {"paint_layers", {"1"}},
                                                     {"paint_shades", Json::array()}}));
  EXPECT_EQ(schema_of(painted.settings()[0])["enum"], Json({"red", "green"}));
  std::string varnish;
  const Setting optional{.name = "varnish", .place = place(varnish), .summary = "varnish", .values = {{"matt"}}};
  EXPECT_EQ(schema_of(optional)["enum"], Json({"matt", ""}));
  EXPECT_EQ(schema_of(painted.settings()[1]), Json({{"type", "integer"}, {"minimum", 1}, {"maximum", 3}}));
}

TEST(Setting, IsInHelpManualCompletionsAndWhatReportsRead) {
  CommandPaths paths;
  Settings settings;
  Painted painted;
  CLI::App program("a program");
  const auto command = make_command("paint", "paints", paths, settings);
  program.add_subcommand(command);
  Group{*command, "Paint"}.add(painted.settings());
  EXPECT_NE(command->help().find("colour of the matrix: red (as rust), green (as grass)"), std::string::npos);
  const CommandText text = describe(program);
  EXPECT_NE(manual_page(text, "0").find("\\-\\-paint\\-colour"), std::string::npos);
  EXPECT_NE(completion(text, "bash").find("\"red green\""), std::string::npos);
  const std::string options = options_json(text, Json::object());
  for (const char* part : {"\"red\": \"as rust\"", "painted {}", "\"key\": \"paint_colour\"", "\"default\": \"red\""})
    EXPECT_NE(options.find(part), std::string::npos) << part << options;
}

TEST(Setting, SaysWhyTheFigureOfMeritIsNone) {
  const auto objection = [](const std::string& words) {
    Painted given = parsed(words), own;
    return first_objection(given.settings(), own.settings());
  };
  EXPECT_EQ(objection(""), "");
  EXPECT_EQ(objection("--paint-colour green"), "--paint-colour green grows");
  EXPECT_EQ(objection("--paint-coats 2"), "--paint-coats take time");
}

TEST(Setting, FockSettingsStateTheRulesOfTheFigureOfMerit) {
  FockConfig config;
  EXPECT_EQ(objection_to(config), "");
  config.integrals.task_sleep = 0.01;
  EXPECT_EQ(objection_to(config), "--task-sleep makes tasks longer");
  config = {};
  config.blocks.cache = "merged";
  EXPECT_EQ(objection_to(config), "--cache merged makes fewer communications a task");
}

}  // namespace
}  // namespace fockproxy
