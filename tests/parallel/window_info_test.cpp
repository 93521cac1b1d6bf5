#include "parallel/window_info.hpp"

#include <gtest/gtest.h>

namespace fockproxy::testing {
namespace {

std::string refusal(std::string_view word) {
  try {
    WindowInfo::parse(word);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(WindowInfo, ReadsItsOwnWords) {
  for (const char* word : {"none", "accumulate_ops=same_op", "accumulate_ops=same_op+same_disp_unit=true",
                           "accumulate_ordering=rar,waw+mpi_accumulate_granularity=8", "a_vendor_key=any value"})
    EXPECT_EQ(WindowInfo::parse(word).word(), word);
  EXPECT_TRUE(WindowInfo::parse("none").empty());
  EXPECT_TRUE(WindowInfo::parse("same_size=true").has("same_size", "true"));
  EXPECT_FALSE(WindowInfo::parse("same_size=false").has("same_size", "true"));
}

TEST(WindowInfo, ValuesKeepTheirCommasInAList) {
  const auto sets = WindowInfo::parse_list({"none", "accumulate_ordering=rar", "raw+same_size=true", "none",
                                            "which_accumulate_ops=sum", "replace", "no_locks=false"});
  std::vector<std::string> words;
  for (const WindowInfo& set : sets) words.push_back(set.word());
  EXPECT_EQ(words, (std::vector<std::string>{"none", "accumulate_ordering=rar,raw+same_size=true", "none",
                                             "which_accumulate_ops=sum,replace", "no_locks=false"}));
  EXPECT_THROW(WindowInfo::parse_list({"raw"}), UsageError);
  EXPECT_THROW(WindowInfo::parse_list({"none", "raw"}), UsageError);
}

TEST(WindowInfo, RefusesWhatMeansNothing) {
  for (const char* word : {"", "same_op", "=true", "same_size=", "same_size=true+", "none+same_size=true"})
    EXPECT_NE(refusal(word).find("is neither none nor KEY=VALUE, several joined by +"), std::string::npos) << word;
  for (const char* word : {"same_size=maybe", "same_disp_unit=1", "accumulate_ops=most", "accumulate_ordering=rar,ra",
                           "accumulate_ordering=", "mpi_accumulate_granularity=-1", "mpi_accumulate_granularity=8b",
                           "same_size=true+same_size=false"})
    EXPECT_NE(refusal(word), "") << word;
  EXPECT_NE(refusal(std::string(MPI_MAX_INFO_KEY, 'k') + "=v").find("is longer than this MPI allows"),
            std::string::npos);
}

TEST(WindowInfo, RefusesWhatIsFalseOfEveryWindow) {
  EXPECT_NE(refusal("no_locks=true").find("false promise"), std::string::npos);
  EXPECT_EQ(refusal("no_locks=false"), "");
  EXPECT_NE(refusal("mpi_assert_memory_alloc_kinds=cuda:device").find("false promise"), std::string::npos);
  EXPECT_EQ(refusal("mpi_assert_memory_alloc_kinds=cuda,system"), "");
  EXPECT_NE(refusal("alloc_shm=false").find("--window"), std::string::npos);
}

struct Claim {
  const char* word;
  bool of_none, of_sums, of_blocks, of_mixed;  // whether it is true of a window with such accumulates
};

TEST(WindowInfo, KnowsWhichPromisesAreTrue) {
  const Accumulates none{}, sums{.operators = "sum,replace"}, blocks{.operators = "sum", .blocks = true},
      mixed{.operators = "replace,no_op", .mixed = "reads beside writes"};
  const Claim claims[] = {
      {"accumulate_ops=same_op", true, true, true, false},
      {"accumulate_ops=same_op_no_op", true, true, true, true},
      {"accumulate_ordering=none", true, true, true, true},
      {"acc_single_intrinsic=true", true, true, false, true},
      {"acc_single_intrinsic=false", true, true, true, true},
      {"accumulate_noncontig_dtype=false", true, true, false, true},
      {"accumulate_max_bytes=8", true, true, false, true},
      {"accumulate_max_bytes=4", true, false, false, false},
      {"accumulate_max_bytes=unlimited", true, true, true, true},
      {"which_accumulate_ops=sum", true, false, true, false},
      {"which_accumulate_ops=sum,replace", true, true, true, false},
      {"which_accumulate_ops=none", true, false, false, false},
      {"which_accumulate_ops=any_op", true, true, true, true},
      {"same_size=true", true, true, true, true},
      {"a_vendor_key=42", true, true, true, true},
  };
  for (const auto& [word, of_none, of_sums, of_blocks, of_mixed] : claims) {
    const WindowInfo info = WindowInfo::parse(word);
    EXPECT_EQ(false_promise(info, none, true).empty(), of_none) << word;
    EXPECT_EQ(false_promise(info, sums, true).empty(), of_sums) << word;
    EXPECT_EQ(false_promise(info, blocks, true).empty(), of_blocks) << word;
    EXPECT_EQ(false_promise(info, mixed, true).empty(), of_mixed) << word;
  }
  EXPECT_NE(false_promise(WindowInfo::parse("same_size=true"), sums, false), "");
  EXPECT_EQ(false_promise(WindowInfo::parse("same_size=false"), sums, false), "");
}

// A window that tells nothing gets no promise, but all other keys.
TEST(WindowInfo, PromisesNothingAboutUnknownAccumulates) {
  for (const char* word : {"accumulate_ops=same_op", "accumulate_ordering=none", "accumulate_ordering=rar",
                           "acc_single_intrinsic=true", "which_accumulate_ops=sum", "accumulate_max_bytes=8"})
    EXPECT_NE(false_promise(WindowInfo::parse(word), std::nullopt, true), "") << word;
  for (const char* word : {"accumulate_ops=same_op_no_op", "accumulate_ordering=waw,war,raw,rar", "same_size=true",
                           "mpi_accumulate_granularity=8", "which_accumulate_ops=any_op"})
    EXPECT_EQ(false_promise(WindowInfo::parse(word), std::nullopt, true), "") << word;
}

TEST(WindowInfo, KeepsNothingBeforeAWindowIsMade) {
  const WindowInfo info = WindowInfo::parse("same_size=true");
  EXPECT_EQ(info.kept().front().verdict(), "no window");
  EXPECT_EQ(info.with_own_record().word(), info.word());
  EXPECT_TRUE(WindowInfo().kept().empty());
}

TEST(WindowInfo, VerdictsCoverAllAnswers) {
  const auto verdict = [](std::vector<std::optional<std::string>> returned) {
    return KeptKey{.name = "key", .asked = "8", .returned = std::move(returned)}.verdict();
  };
  EXPECT_EQ(verdict({}), "no window");
  EXPECT_EQ(verdict({"8"}), "kept");
  EXPECT_EQ(verdict({"0"}), "changed");
  EXPECT_EQ(verdict({std::nullopt}), "not kept");
  EXPECT_EQ(verdict({"0", std::nullopt}), "changed");
  EXPECT_EQ(verdict({"8", std::nullopt}), "kept by some");
}

}  // namespace
}  // namespace fockproxy::testing
