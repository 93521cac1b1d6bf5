
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;

class JsonFileTest : public ::testing::Test {
 protected:
  JsonFileTest() {
    std::string name = (fs::temp_directory_path() / "fockproxy_XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~JsonFileTest() override { fs::remove_all(folder); }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names;
  }
  fs::path folder;
};

TEST_F(JsonFileTest, AppearsOnlyWhenItIsWritten) {
  const JsonFile file(folder / "out.json");
  EXPECT_TRUE(files().empty());
  file.write({{"b", 1}, {"a", 0.1}});
  EXPECT_EQ(files(), std::vector<std::string>{"out.json"});
  std::ifstream in(folder / "out.json");
  const Json read = Json::parse(in);
  EXPECT_EQ(read.begin().key(), "b");  // the order in which it was written
  EXPECT_EQ(read["a"], 0.1);
}

TEST_F(JsonFileTest, LeavesAnOldFileAloneUntilTheNewOneIsWhole) {
  std::ofstream(folder / "out.json") << "old";
  const JsonFile file(folder / "out.json");
  std::ifstream in(folder / "out.json");
  std::string content;
  in >> content;
  EXPECT_EQ(content, "old");
}

TEST_F(JsonFileTest, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(JsonFile(folder / "missing" / "out.json"), UsageError);
  EXPECT_THROW(JsonFile{folder}, UsageError);
  EXPECT_THROW(JsonFile("/proc/out.json"), UsageError);
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(JsonFile(folder / "pipe"), UsageError);
  EXPECT_EQ(files(), std::vector<std::string>{"pipe"});
}

TEST_F(JsonFileTest, SurvivesTextThatIsNotUtf8) {
  const JsonFile file(folder / "out.json");
  file.write({{"comment", "caf\xe9"}});
  std::ifstream in(folder / "out.json");
  EXPECT_TRUE(Json::accept(in));
}

}  // namespace
}  // namespace fockproxy
