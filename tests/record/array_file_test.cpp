#include "record/array_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;

constexpr const char* kind = "fockproxy test";

class ArrayFileTest : public ::testing::Test {
 protected:
  ArrayFileTest() : a_(5), b_(3) {
    std::string name = (fs::temp_directory_path() / "fockproxy_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::iota(a_.begin(), a_.end(), 1);
    std::iota(b_.begin(), b_.end(), 10);
  }
  ~ArrayFileTest() override { fs::remove_all(folder_); }

  fs::path path() const { return folder_ / "arrays"; }
  void write() const {
    const ArrayFile file(path(), kind, 1000);
    write(file, "me", {a_, b_});
    file.replace();
  }
  static void write(const ArrayFile& file, const char* who, const std::vector<std::vector<double>>& arrays) {
    std::uint64_t words = 0;
    for (const auto& array : arrays) words += array.size();
    ArrayFileWriter writer(file, {{"who", who}}, words);
    for (const auto& array : arrays) writer.add(array);
    writer.finish();
  }
  std::string content() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  std::vector<double> a_, b_;
  fs::path folder_;
};

TEST_F(ArrayFileTest, GivesBackWhatWasWritten) {
  write();
  EXPECT_EQ(files(), 1);
  ArrayFileReader reader(path(), kind);
  EXPECT_EQ(reader.about()["who"], "me");
  std::vector<double> a(5), b(3);
  reader.read(a);
  EXPECT_FALSE(reader.at_end());
  EXPECT_THROW(reader.require_end(), UsageError);
  reader.read(b);
  EXPECT_TRUE(reader.at_end());
  EXPECT_NO_THROW(reader.require_end());
  EXPECT_EQ(a, a_);
  EXPECT_EQ(b, b_);
  EXPECT_THROW(reader.read(std::span(b).first(1)), UsageError);
}

TEST_F(ArrayFileTest, RefusesEveryTornFileAndEveryChangedByte) {
  write();
  const std::string whole = content();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(whole.substr(0, length));
    EXPECT_THROW(ArrayFileReader(path(), kind), UsageError) << length;
  }
  put(whole + '\0');
  EXPECT_THROW(ArrayFileReader(path(), kind), UsageError);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    put(changed);
    EXPECT_THROW(ArrayFileReader(path(), kind), UsageError) << at;
  }
  std::string swapped = whole;  // two words of the first array
  const std::size_t first = whole.size() - 9 * sizeof(double);
  for (std::size_t i = 0; i < sizeof(double); ++i) std::swap(swapped[first + i], swapped[first + sizeof(double) + i]);
  put(swapped);
  EXPECT_THROW(ArrayFileReader(path(), kind), UsageError);
  put(whole);
  EXPECT_NO_THROW(ArrayFileReader(path(), kind));
  EXPECT_THROW(ArrayFileReader(path(), "fockproxy other"), UsageError);
  EXPECT_THROW(ArrayFileReader(folder_ / "none", kind), UsageError);
  EXPECT_THROW(ArrayFileReader(folder_, kind), UsageError);
}

TEST_F(ArrayFileTest, LeavesTheOldOneUntilItIsReplaced) {
  write();
  const std::string old = content();
  const ArrayFile file(path(), kind, 1000);
  EXPECT_EQ(files(), 1) << "the trial leaves nothing behind";
  write(file, "you", {b_});
  EXPECT_EQ(content(), old);
  file.replace();
  EXPECT_EQ(ArrayFileReader(path(), kind).about()["who"], "you");
  EXPECT_EQ(files(), 1);
}

TEST_F(ArrayFileTest, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(ArrayFile(folder_ / "missing" / "arrays", kind, 10), UsageError);
  EXPECT_THROW(ArrayFile(folder_, kind, 10), UsageError);
  EXPECT_THROW(ArrayFile("/dev/full", kind, 10), UsageError);
  EXPECT_THROW(ArrayFile("/proc/arrays", kind, 10), UsageError);
}

// A limit on the file size emulates a full disk.
TEST_F(ArrayFileTest, FindsNoRoomAtTheStartAndLeavesTheOldOneLater) {
  write();
  const std::string old = content();
  const ArrayFile file(path(), kind, 1000);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(ArrayFile(path(), kind, 10000), UsageError);
  EXPECT_THROW(write(file, "you", {std::vector<double>(1000), b_}), ComputationError);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(content(), old);
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace fockproxy
