// Metadata for Adiak, with a fake Adiak that stores what it is told.
#include <gtest/gtest.h>
#include <adiak.hpp>

#include "record/json.hpp"
#include "record/run_metadata.hpp"

namespace fockproxy {
namespace {

TEST(RunMetadata, NamesEveryLeafByItsPath) {
  adiak::told.clear();
  publish_metadata("", {{"command", "scf"},
                        {"config", {{"counter", "mpi3"}, {"threshold", 1e-10}, {"chunk", 1}, {"guided", true}}},
                        {"row_cuts", {0, 12, 24}},
                        {"ranks", Json::array({{{"rank", 0}, {"host", "a"}}})},
                        {"densities", std::vector<double>(1000, 0.5)},
                        {"none", nullptr}});
  const std::map<std::string, adiak::Value> expected{{"command", "scf"},          {"config.counter", "mpi3"},
                                                     {"config.threshold", 1e-10}, {"config.chunk", 1LL},
                                                     {"config.guided", 1},        {"row_cuts", "0; 12; 24"}};
  EXPECT_EQ(adiak::told, expected);
}

TEST(RunMetadata, BelowANameAndAnewInPlaceOfTheOld) {
  adiak::told.clear();
  publish_metadata("provenance", {{"mpi", {{"ranks", 2}}}});
  publish_metadata("provenance", {{"mpi", {{"ranks", 3}}}});
  EXPECT_EQ(adiak::told, (std::map<std::string, adiak::Value>{{"provenance.mpi.ranks", 3LL}}));
  EXPECT_EQ(adiak::starts, 1);
}

}  // namespace
}  // namespace fockproxy
