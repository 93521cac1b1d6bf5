// The three sentences of `fockproxy quickstart`, for all kinds of stacks.
#include <gtest/gtest.h>

#include "app/quickstart/findings.hpp"

namespace fockproxy {
namespace {

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " is not in: " << text;
}

bool has(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

Trial trial(const std::string& settings, std::vector<double> seconds, double computing) {
  Trial result;
  result.settings = settings;
  result.seconds = std::move(seconds);
  result.computing = computing;
  return result;
}

Findings good_stack() {
  Findings findings;
  findings.numbers.passed = 210;
  findings.waits.waits = {{"get, 8 B", true, 1e-7, 5e-6}, {"accumulate, 8 B", true, 1e-7, 6e-6}};
  findings.input = "small";
  findings.trials = {trial("", {0.9, 0.7, 0.8}, 0.9), trial("--progress poll", {0.79, 0.78, 0.9}, 0.92)};
  return findings;
}

TEST(Quickstart, GoodStackIsUsedAsItIs) {
  const auto said = sentences(good_stack());
  ASSERT_EQ(said.size(), 3u);
  expect_words(said[0], {"computes right", "210 rows of check"});
  expect_words(said[1], {"makes progress by itself", "all of 2 kinds"});
  expect_words(said[2], {"Use it as it is", "builds of small took 800 ms, 90%", "with --progress poll 790 ms and 92%"});
}

TEST(Quickstart, CuredAndUnsupportedRowsAreNamed) {
  Findings findings = good_stack();
  findings.numbers.cured = 33;
  findings.numbers.unsupported = 1;
  expect_words(sentences(findings)[0], {"computes right", "210 rows of check", "33 more", "known fault", "1 asks for"});
}

TEST(Quickstart, AFaultThatTakesLuckIsNoProofOfHealth) {
  Findings findings = good_stack();
  findings.numbers.not_seen = 12;
  expect_words(sentences(findings)[0], {"computes right", "210 rows of check", "12 looked for a fault", "saw none"});
}

TEST(Quickstart, WrongNumbersComeFirst) {
  Findings findings = good_stack();
  findings.numbers.failed = {"rma-put", "rma-get", "rma-rget", "counter-mpi3"};
  findings.numbers.first_reason = "element 3 is 4";
  const std::string said = sentences(findings)[0];
  expect_words(said, {"WRONG", "4 rows of check failed", "rma-put, rma-get, rma-rget among them (element 3 is 4)"});
  EXPECT_FALSE(has(said, "computes right"));
}

TEST(Quickstart, StallsAreNamedWithTheWorst) {
  Findings findings = good_stack();
  findings.waits.waits = {{"get, 8 B", false, 1e-6, 8e-3}, {"put, 8 B", false, 1e-6, 2e-3}};
  expect_words(sentences(findings)[1], {"no progress by itself: none of 2 kinds of operations completes",
                                        "get, 8 B took 8.00 ms then, and 1.00 us with the target inside MPI"});
  findings.waits.waits[0].by_itself = true;
  expect_words(sentences(findings)[1], {"1 of 2 kinds of operations do not complete (put, 8 B)"});
  EXPECT_FALSE(has(sentences(findings)[1], "wrong"));
  findings.waits.waits[0].disturbed = true;  // and yet it was fast
  EXPECT_FALSE(has(sentences(findings)[1], "wrong"));
  findings.waits.waits[1].disturbed = true;
  expect_words(sentences(findings)[1], {"waited for a core", "this may be wrong"});
}

TEST(Quickstart, OneRankCannotTell) {
  Findings findings = good_stack();
  findings.waits = {.reason = "that takes two ranks, and this job has one", .waits = {}};
  expect_words(sentences(findings)[1], {"is not known", findings.waits.reason.c_str()});
}

TEST(Quickstart, SettingIsRecommendedOnlyWhereItPays) {
  Findings findings = good_stack();
  findings.trials[1].seconds = {0.77, 0.77, 0.77};  // 4% faster
  expect_words(sentences(findings)[2], {"Use it as it is"});
  findings.trials[1].seconds = {0.6, 0.6, 0.6};
  expect_words(sentences(findings)[2], {"Use it with --progress poll", "600 ms", "as it is 800 ms and 90%"});
}

TEST(Quickstart, WrongBuildsAreNotRecommended) {
  Findings findings = good_stack();
  findings.trials[0].fault = "verification failed";
  expect_words(sentences(findings)[2], {"Use it with --progress poll"});
  EXPECT_FALSE(has(sentences(findings)[2], "as it is"));
  findings.trials[1].unsupported = "UNSUPPORTED: no";
  EXPECT_EQ(sentences(findings)[2], "Do not use this stack: no build was right.");
}

}  // namespace
}  // namespace fockproxy
