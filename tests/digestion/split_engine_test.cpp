// Engines that share each batch: which tasks each gets, in which order, and what happens when one fails.
#include "digestion/split_engine.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "fock/fixed_system.hpp"
#include "tasks/whole_screen.hpp"

namespace fockproxy {
namespace {

// What the engines of a test were asked, in order: "begin 0", "submit 1: 3 4" with the numbers of the tasks, "wait 0".
using Journal = std::vector<std::string>;

// Notes its calls and counts its quartets: in wait(), each task has as many as its number.
class NotingEngine final : public Engine {
 public:
  NotingEngine(int self, Journal& journal) : self_(std::to_string(self)), journal_(journal) {}

  void begin(const QuartetScreen&) override { journal_.push_back("begin " + self_); }
  void submit(std::span<TaskInFlight> batch, const QuartetScreen&) override {
    journal_.push_back("submit " + self_ + ":");
    for (const TaskInFlight& one : batch) journal_.back() += " " + std::to_string(number(one.id));
    if (fails_in_submit) throw std::runtime_error("submit " + self_);
    batch_ = batch;
  }
  void wait(ProgressStrategy&) override {
    journal_.push_back("wait " + self_);
    if (fails_in_wait) throw std::runtime_error("wait " + self_);
    for (TaskInFlight& one : batch_) one.counts.quartets = number(one.id);
  }
  std::optional<std::int64_t> quartets_on_host() const override { return on_host; }

  bool fails_in_submit = false, fails_in_wait = false;
  std::optional<std::int64_t> on_host;

 private:
  std::string self_;
  Journal& journal_;
  std::span<TaskInFlight> batch_;
};

class SplitEngines : public ::testing::Test {
 protected:
  SplitEngines() {
    std::vector<std::unique_ptr<Engine>> all;
    for (int n = 0; n < 3; ++n) {
      auto engine = std::make_unique<NotingEngine>(n, journal);
      parts.push_back(engine.get());
      all.push_back(std::move(engine));
    }
    split = std::make_unique<SplitEngine>(std::move(all));
  }

  // The journal of one batch of tasks 1, 2, ...
  Journal done(int tasks) {
    journal.clear();
    batch.assign(static_cast<std::size_t>(tasks), {});
    for (int t = 0; t < tasks; ++t) batch[static_cast<std::size_t>(t)].id = TaskId{t + 1};
    split->submit(batch, screen);
    split->wait(idle);
    return journal;
  }
  // What done() throws; empty: nothing.
  std::string fault(int tasks) {
    try {
      done(tasks);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  testing::FixedSystem system{"water", "sto-3g", 1};
  BlockPartition partition = system.fock_system("atom").partition;
  WholeScreen screen{system.basis, partition, system.schwarz, {system.basis, system.density}, 0};
  NoProgress idle;
  Journal journal;
  std::vector<NotingEngine*> parts;
  std::unique_ptr<SplitEngine> split;
  std::vector<TaskInFlight> batch;
};

TEST_F(SplitEngines, SubmitAllPartsBeforeTheyWait) {
  split->begin(screen);
  EXPECT_EQ(journal, (Journal{"begin 0", "begin 1", "begin 2"}));
  EXPECT_EQ(done(6), (Journal{"submit 0: 1 2", "submit 1: 3 4", "submit 2: 5 6", "wait 0", "wait 1", "wait 2"}));
  EXPECT_EQ(done(8), (Journal{"submit 0: 1 2", "submit 1: 3 4 5", "submit 2: 6 7 8", "wait 0", "wait 1", "wait 2"}));
  for (const TaskInFlight& one : batch) EXPECT_EQ(one.counts.quartets, number(one.id));
}

TEST_F(SplitEngines, SubmitNoEmptyPart) {
  EXPECT_EQ(done(2), (Journal{"submit 0: 1", "submit 1: 2", "wait 0", "wait 1"}));
  EXPECT_EQ(done(1), (Journal{"submit 0: 1", "wait 0"}));
  EXPECT_EQ(done(3), (Journal{"submit 0: 1", "submit 1: 2", "submit 2: 3", "wait 0", "wait 1", "wait 2"}));
}

TEST_F(SplitEngines, WaitForAllPartsBeforeTheyThrow) {
  parts[0]->fails_in_wait = parts[2]->fails_in_wait = true;
  EXPECT_EQ(fault(3), "wait 0");
  EXPECT_EQ(journal, (Journal{"submit 0: 1", "submit 1: 2", "submit 2: 3", "wait 0", "wait 1", "wait 2"}));
  EXPECT_EQ(batch[1].counts.quartets, 2);
  parts[0]->fails_in_wait = false;
  EXPECT_EQ(fault(3), "wait 2");
  EXPECT_EQ(fault(2), "");  // it can be used after it threw
}

TEST_F(SplitEngines, WaitForThePartsThatWereSubmitted) {
  parts[1]->fails_in_submit = true;
  EXPECT_EQ(fault(3), "submit 1");
  EXPECT_EQ(journal, (Journal{"submit 0: 1", "submit 1: 2", "wait 0"}));
  parts[0]->fails_in_wait = true;
  EXPECT_EQ(fault(3), "submit 1");  // the first one
  parts[0]->fails_in_wait = parts[1]->fails_in_submit = false;
  EXPECT_EQ(fault(3), "");
}

TEST_F(SplitEngines, SumTheQuartetsOfACore) {
  EXPECT_EQ(split->quartets_on_host(), std::nullopt);
  parts[2]->on_host = 0;
  EXPECT_EQ(split->quartets_on_host(), 0);
  parts[0]->on_host = 5;
  parts[1]->on_host = 7;
  EXPECT_EQ(split->quartets_on_host(), 12);
}

}  // namespace
}  // namespace fockproxy
