#include "record/provenance.hpp"
#include "record/json.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace fockproxy {
namespace {

TEST(Provenance, RecordsWhatMattersOfTheEnvironmentAndNothingElse) {
  setenv("ARMCI_USE_WIN_ALLOCATE", "0", 1);
  setenv("SECRET_TOKEN", "x", 1);
  const Json json = process_provenance({"fockproxy", "scf"});
  EXPECT_EQ(json["environment"]["ARMCI_USE_WIN_ALLOCATE"], "0");
  EXPECT_FALSE(json["environment"].contains("SECRET_TOKEN"));
  EXPECT_EQ(json["arguments"], (std::vector<std::string>{"fockproxy", "scf"}));
  for (const char* key : {"version", "git_revision", "compiler", "time", "cpu"})
    EXPECT_TRUE(json[key].is_string()) << key;
  EXPECT_NE(compiler_version(), "");
  EXPECT_NE(program_version(), "");
}

TEST(Provenance, AffinityListsProcessors) {
  const std::string affinity = cpu_affinity();
  ASSERT_FALSE(affinity.empty());
  EXPECT_EQ(affinity.find_first_not_of("0123456789-,"), std::string::npos);
}

}  // namespace
}  // namespace fockproxy
