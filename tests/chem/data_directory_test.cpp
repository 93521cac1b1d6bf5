#include "chem/data_directory.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "scratch.hpp"

namespace fockproxy {
namespace {

// Sets FOCKPROXY_DATA for one test.
class DataVariable {
 public:
  explicit DataVariable(const std::string& value) {
    if (const char* before = getenv(name)) {
      before_ = before;
    }
    setenv(name, value.c_str(), 1);
  }
  ~DataVariable() {
    if (before_) {
      setenv(name, before_->c_str(), 1);
    } else {
      unsetenv(name);
    }
  }
  DataVariable(const DataVariable&) = delete;
  DataVariable& operator=(const DataVariable&) = delete;

 private:
  static constexpr const char* name = "FOCKPROXY_DATA";
  std::optional<std::string> before_;
};

TEST(DataDirectoryOf, InstalledTree) {
  const ScratchDirectory scratch;
  scratch.write("prefix/share/fockproxy/basis/sto-3g.g94", "");
  EXPECT_EQ(data_directory_of(scratch.path() / "prefix/bin/fockproxy"), scratch.path() / "prefix/share/fockproxy");
}

TEST(DataDirectoryOf, BuildTree) {
  const ScratchDirectory scratch;
  scratch.write("source/basis/sto-3g.g94", "");
  scratch.write("source/molecules/water.xyz", "");
  scratch.write("source/tests/basis/one_test.cpp", "");  // one of the two directories is not sufficient
  EXPECT_EQ(data_directory_of(scratch.path() / "source/build/openmpi/bin/fockproxy"), scratch.path() / "source");
  EXPECT_EQ(data_directory_of(scratch.path() / "source/tests/bin/fockproxy"), scratch.path() / "source");
}

TEST(DataDirectoryOf, NothingThere) {
  const ScratchDirectory scratch;
  scratch.write("prefix/share/fockproxy/README", "");
  EXPECT_EQ(data_directory_of(scratch.path() / "prefix/bin/fockproxy"), std::nullopt);
  EXPECT_EQ(data_directory_of("fockproxy"), std::nullopt);
}

TEST(FindDataDirectory, VariableDecides) {
  const ScratchDirectory scratch;
  scratch.write("basis/sto-3g.g94", "");
  const DataVariable variable(scratch.path().string());
  EXPECT_EQ(find_data_directory(), scratch.path());
}

TEST(FindDataDirectory, VariableWithoutBasisIsRefused) {
  const ScratchDirectory scratch;
  const DataVariable variable(scratch.path().string());
  EXPECT_EQ(usage_error([] { find_data_directory(); }),
            "FOCKPROXY_DATA=" + scratch.path().string() +
                ": there is no directory basis in it; set it to the directory that holds basis and molecules");
}

TEST(FindDataDirectory, EmptyVariableMeansBesideTheProgram) {
  const DataVariable variable("");
  const auto expected = data_directory_of(std::filesystem::read_symlink("/proc/self/exe"));
  if (expected) {
    EXPECT_EQ(find_data_directory(), *expected);
  } else {
    EXPECT_EQ(usage_error([] { find_data_directory(); }),
              "the basis sets and molecules were not found beside the program; set FOCKPROXY_DATA to the directory "
              "that holds basis and molecules");
  }
}

class FindMolecule : public ::testing::Test {
 protected:
  FindMolecule() : variable_(scratch_.path().string()) {
    scratch_.write("basis/sto-3g.g94", "");
    scratch_.write("molecules/water.xyz", "");
    scratch_.write("molecules/argon.xyz", "");
    scratch_.write("molecules/README.md", "");
  }

  ScratchDirectory scratch_;
  DataVariable variable_;
};

TEST_F(FindMolecule, PathAsGiven) {
  const auto file = scratch_.write("elsewhere/mine.txt", "");
  EXPECT_EQ(find_molecule(file.string()), file);
}

TEST_F(FindMolecule, NameWithAndWithoutEnding) {
  EXPECT_EQ(find_molecule("water"), scratch_.path() / "molecules/water.xyz");
  EXPECT_EQ(find_molecule("water.xyz"), scratch_.path() / "molecules/water.xyz");
}

TEST_F(FindMolecule, UnknownNameListsTheKnownOnes) {
  EXPECT_EQ(usage_error([] { find_molecule("watr"); }), "there is no molecule 'watr' here or in " +
                                                            (scratch_.path() / "molecules").string() +
                                                            "; give the path of an XYZ file or one of: argon, water");
  EXPECT_TRUE(usage_error([] { find_molecule(""); }).starts_with("there is no molecule ''"));
}

TEST_F(FindMolecule, MissingPathIsNotLookedUp) {
  EXPECT_EQ(usage_error([] { find_molecule("no/such/water.xyz"); }),
            "no/such/water.xyz: there is no such file; give the path of an XYZ file");
}

}  // namespace
}  // namespace fockproxy
