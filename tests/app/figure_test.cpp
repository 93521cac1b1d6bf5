// A figure is described once. Then the table, the document, the schemas and the docs have it. Tested with rows that the
// program does not have.
#include "app/shared/figure.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

struct Cake {
  std::string name;
  int layers = 1;
  double seconds = 0;
  std::optional<double> cream = {};
  std::string unsupported = "", fault = "";
};

using F = Figure<Cake>;

Figures<Cake> cake_figures() {
  return {
      .identity = {F("name", "cake", "", "name of the cake", &Cake::name, {.values = {{"plum"}, {"nut"}}})},
      .results = {F("layers", "layers", "", "layers that it has", &Cake::layers, {.range = at_least(1)}),
                  F("times.oven", "oven", "s", "time in the oven", &Cake::seconds),
                  F("times.minutes", no_column, "", "in minutes", [](const Cake& cake) { return cake.seconds / 60; }),
                  F("cream", "cream", "B", "cream on it", &Cake::cream),
                  F("", "share", "", "in the table only", [](const Cake&) { return 0.25; }, {.format = "{:.0f}%"}),
                  F("high", "", "", "more than two layers", [](const Cake& cake) { return cake.layers > 2; })},
      .outcome = [](const Cake& cake) { return Outcome{.unsupported = cake.unsupported, .fault = cake.fault}; },
      .name = [](const Cake& cake) { return "a " + cake.name + " cake"; }};
}

const Cake plum{.name = "plum", .layers = 3, .seconds = 90}, nut{.name = "nut", .unsupported = "no nuts"};

TEST(Figure, IsAColumnWithACellInItsUnit) {
  EXPECT_EQ(table_of(cake_figures(), {plum, nut}),
            "  cake       layers    oven  share\n"
            "  plum            3  90.0 s    25%  high\n"
            "  nut   UNSUPPORTED\n");
  EXPECT_EQ(reasons_of(cake_figures(), {plum, nut, nut}), "  a nut cake: no nuts\n");
}

TEST(Figure, ThatNoRowHasIsNoColumn) {
  Cake rich = plum;
  rich.cream = 2000;
  EXPECT_EQ(table_of(cake_figures(), {plum}).find("cream"), std::string::npos);
  EXPECT_NE(table_of(cake_figures(), {plum, rich}).find("2.0 kB"), std::string::npos);
}

TEST(Figure, IsInDocumentsWhereTheRowHasResults) {
  EXPECT_EQ(rows_json(cake_figures(), {plum, nut}),
            Json({{{"name", "plum"},
                   {"status", "PASS"},
                   {"layers", 3},
                   {"times", {{"oven", 90.0}, {"minutes", 1.5}}},
                   {"high", true}},
                  {{"name", "nut"}, {"status", "UNSUPPORTED"}, {"reason", "no nuts"}}}));
}

TEST(Figure, WithoutAValueIsNullWhereThatHasAWord) {
  const Figures<Cake> figures{.identity = {F("cream", "cream", "B", "cream on it", &Cake::cream, {.none = "dry"})}};
  EXPECT_EQ(rows_json(figures, {plum}), Json::array({{{"cream", nullptr}}}));
  EXPECT_EQ(table_of(figures, {plum}), "  cream\n  dry\n");
  EXPECT_EQ(described(figures)["identity"][0]["schema"], Json({{"type", {"number", "null"}}, {"minimum", 0.0}}));
}

TEST(Figure, OfSomeWordsOrNullTakesNoOthers) {
  const Json schema = value_schema({{"type", "string"}, {"minLength", 1}}, {{"sum"}, {"max"}}, {}, true);
  EXPECT_EQ(schema, Json({{"enum", {"sum", "max", nullptr}}}));
}

TEST(Figure, DescribesItself) {
  const Json json = described(cake_figures());
  EXPECT_EQ(json["status"], Json({"PASS", "FAIL", "UNSUPPORTED"}));
  EXPECT_EQ(json["identity"][0]["schema"], Json({{"enum", {"plum", "nut"}}}));
  EXPECT_EQ(json["results"][0], Json({{"key", "layers"},
                                      {"heading", "layers"},
                                      {"unit", ""},
                                      {"meaning", "layers that it has"},
                                      {"optional", false},
                                      {"schema", {{"type", "integer"}, {"minimum", 1}}}}));
  EXPECT_EQ(json["results"][3]["optional"], true);
}

TEST(Figure, MayBeAListOfRows) {
  struct Shop {
    std::vector<Cake> cakes;
  };
  const FigureList<Cake> parts{F("layers", no_column, "", "layers", &Cake::layers)};
  const Figures<Shop> figures{
      .identity = {Figure<Shop>("cakes", no_column, "", "cakes of the shop", rows_of<Shop>(parts, &Shop::cakes))}};
  EXPECT_EQ(rows_json(figures, {Shop{{plum, nut}}}), Json::array({{{"cakes", {{{"layers", 3}}, {{"layers", 1}}}}}}));
  EXPECT_EQ(described(figures)["identity"][0]["schema"]["items"]["figures"], described(parts));
}

TEST(Figure, NamesTheRowThatFailed) {
  EXPECT_NO_THROW(require_no_fault(cake_figures(), {plum, nut}));
  const Cake burnt{.name = "plum", .fault = "burnt"};
  try {
    require_no_fault(cake_figures(), {plum, burnt});
    FAIL() << "a fault was not found";
  } catch (const ComputationError& error) {
    EXPECT_STREQ(error.what(), "verification failed: a plum cake: burnt");
  }
}

}  // namespace
}  // namespace fockproxy
