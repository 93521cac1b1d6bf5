// What each window declares about its accumulates (WindowOptions::accumulates) against the calls that it gets. Info
// keys make promises about these calls (MPI-4.0 section 12.2.1), and a wrong declaration would let a false one pass.
#include <gtest/gtest.h>

#include <functional>

#include "contracts/counter_contract.hpp"
#include "contracts/matrix_contract.hpp"
#include "gsum/global_sum.hpp"
#include "onesided/mover.hpp"
#include "support/accumulate_calls.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

constexpr WindowKind kind = WindowKind::allocate;  // Open MPI refuses the others on one rank

// Makes an object with such windows, uses it, and destroys it. Collective.
using Trial = std::function<void(const WindowChoice&)>;

// Operators that the info keys can name. MPICH ends a job with an unknown name if it was built for debugging.
constexpr std::size_t known_operators = operator_names.size() - 1;

// The calls of all ranks during a trial. Collective.
AccumulateCalls calls_of(const Trial& trial) {
  accumulate_calls() = {};
  trial(kind);
  AccumulateCalls calls = accumulate_calls();
  world().reduce_all(std::span(&calls.operators, 1), MPI_BOR);
  world().reduce_all(std::span(&calls.blocks, 1), MPI_BOR);
  return calls;
}

bool refuses(const Trial& trial, const std::string& word) {
  try {
    trial({kind, WindowInfo::parse(word)});
  } catch (const FalsePromise&) {
    return true;
  }
  return false;
}

std::string listed(std::int64_t operators) {
  std::string names;
  for (std::size_t i = 0; i < known_operators; ++i)
    if ((operators >> i) & 1) names += (names.empty() ? "" : ",") + std::string(operator_names[i]);
  return names.empty() ? "none" : names;
}

// Where the declarations and the calls of a trial contradict each other: a promise that the calls break must be
// refused, and one that they keep must not. Collective; the same on every rank.
Violations contradictions(const Trial& trial) {
  Violations found;
  const AccumulateCalls calls = calls_of(trial);
  constexpr std::int64_t all = (std::int64_t{1} << known_operators) - 1;
  if ((calls.operators & ~all) != 0) found.push_back("an operator that this test does not know");
  for (std::size_t i = 0; i < known_operators; ++i)
    if (((calls.operators >> i) & 1) != 0 &&
        !refuses(trial, "which_accumulate_ops=" + listed(all & ~(std::int64_t{1} << i))))
      found.push_back(std::string("undeclared operator ") + operator_names[i]);
  // A counter that is a tree of ranks has nothing to add on one rank.
  const bool alone = world().size() == 1 && calls.operators == 0;
  if (!alone && refuses(trial, "which_accumulate_ops=" + listed(calls.operators)))
    found.push_back("declares more operators than " + listed(calls.operators));
  if (refuses(trial, "acc_single_intrinsic=true") != (calls.blocks == 1))
    found.push_back(calls.blocks == 1 ? "undeclared blocks" : "declares blocks and has none");
  return found;
}

Trial draws_of(const CounterEntry& entry) {
  return [&entry](const WindowChoice& window) {
    const auto counter = entry.make({runtime(), window});
    for (const std::int64_t start : {0, 7}) {
      counter->reset(start);
      for (int draw = 0; draw < 3; ++draw) counter->fetch_add(1);
      if (counter->can_start()) {
        counter->start_fetch_add(1);
        counter->finish_fetch_add();
      }
      counter->finish();
    }
  };
}

// Whether this MPI lets the trial run with windows of the kind that it uses.
bool runs(const Trial& trial, std::string& reason) {
  try {
    trial(kind);
  } catch (const AgreedUsageError& error) {
    reason = error.what();
    return false;
  }
  return true;
}

TEST(WindowPromises, CountersDeclareTheirCalls) {
  int tried = 0;
  for (const CounterEntry& entry : counter_table()) {
    if (!entry.has_windows || !entry.make) continue;
    std::string reason;
    if (!runs(draws_of(entry), reason)) continue;
    EXPECT_TRUE(none(contradictions(draws_of(entry)))) << entry.name;
    ++tried;
  }
  EXPECT_GE(tried, 5);
}

TEST(WindowPromises, OnlyTheLockThatReadsItsWordsRefusesSameOp) {
  for (const CounterEntry& entry : counter_table()) {
    std::string reason;
    if (!entry.has_windows || !entry.make || !runs(draws_of(entry), reason)) continue;
    EXPECT_EQ(refuses(draws_of(entry), "accumulate_ops=same_op"), entry.name == "mcs-mutex") << entry.name;
    EXPECT_FALSE(refuses(draws_of(entry), "accumulate_ops=same_op_no_op+accumulate_ordering=none")) << entry.name;
  }
}

TEST(WindowPromises, DistributorsDeclareTheirCalls) {
  for (const DistributorEntry& entry : distributor_table()) {
    if (!entry.has_windows || !entry.make) continue;
    const Trial deal = [&entry](const WindowChoice& window) {
      const auto distributor = entry.make({runtime(), window});
      EXPECT_TRUE(none(check_dealing(world(), *distributor, 20)));
    };
    std::string reason;
    if (!runs(deal, reason)) continue;
    EXPECT_TRUE(none(contradictions(deal))) << entry.name;
  }
}

TEST(WindowPromises, MatricesDeclareTheirCalls) {
  for (const BlockStorage storage : {BlockStorage::tiled, BlockStorage::strided, BlockStorage::rows}) {
    const Trial sums = [storage](const WindowChoice& window) {
      MatrixOptions options;
      options.window = window;
      options.storage = storage;
      const auto matrix = find_matrix("rma").make({runtime(), options}, BlockLayout({0, 2, 5}, 1), "sums");
      matrix->zero();
      EXPECT_TRUE(none(check_sums(world(), *matrix)));
    };
    std::string reason;
    if (!runs(sums, reason)) GTEST_SKIP() << reason;
    EXPECT_TRUE(none(contradictions(sums)));
    EXPECT_FALSE(refuses(sums, "accumulate_ops=same_op+accumulate_ordering=none+same_size=true+same_disp_unit=true"));
  }
}

TEST(WindowPromises, GlobalSumsDeclareTheirCalls) {
  for (const GlobalSumEntry& entry : global_sum_table()) {
    if (!entry.has_windows) continue;
    const Trial sums = [&entry](const WindowChoice& window) {
      std::vector<double> values(40, 1.0);
      entry.make({.runtime = runtime(), .most = values.size(), .chunk = 16, .window = window})->sum(values);
      EXPECT_EQ(values.back(), world().size());
    };
    std::string reason;
    if (!runs(sums, reason)) GTEST_SKIP() << reason;
    EXPECT_TRUE(none(contradictions(sums))) << entry.name;
    EXPECT_FALSE(refuses(sums, "accumulate_ops=same_op+accumulate_ordering=none+same_size=true+same_disp_unit=true"));
  }
}

Trial transfers_of(const onesided::OperationEntry& entry) {
  return [&entry](const WindowChoice& window) {
    using namespace onesided;
    const Footprint footprint = entry.single ? Footprint::contiguous(1) : Footprint::contiguous(4);
    const auto mover = entry.make({.runtime = runtime(),
                                   .window = window,
                                   .completion = Completion::flush,
                                   .words = 64,
                                   .row_words = 64,
                                   .element = entry.element,
                                   .combination = Combination::sum});
    std::vector<Word> sent(4, 0), fetched(4, 0), compared(4, 0);
    mover->issue({.target = 0,
                  .first = 0,
                  .footprint = &footprint,
                  .sent = sent.data(),
                  .fetched = fetched.data(),
                  .compared = compared.data()});
    mover->complete(0);
    mover->finish();
    world().barrier();
  };
}

TEST(WindowPromises, TransfersDeclareTheirCalls) {
  int tried = 0;
  for (const onesided::OperationEntry& entry : onesided::window_operations()) {
    std::string reason;
    if (!runs(transfers_of(entry), reason)) continue;
    EXPECT_TRUE(none(contradictions(transfers_of(entry)))) << entry.name;
    EXPECT_FALSE(refuses(transfers_of(entry), "accumulate_ops=same_op+accumulate_ordering=none")) << entry.name;
    ++tried;
  }
  EXPECT_GE(tried, 8);
}

// A negative control: calls that no declaration covers, calls of many elements, and declarations without calls.
TEST(WindowPromises, WrongDeclarationsAreFound) {
  const auto trial = [](const Accumulates& declared, int count) -> Trial {
    return [declared, count](const WindowChoice& window) {
      const Window made(world(), 64, {.kind = window, .accumulates = declared});
      const std::vector<double> values(static_cast<std::size_t>(count), 1.0);
      const Window::Place home = made.at(0);
      MPI_Accumulate(values.data(), count, MPI_DOUBLE, home.rank, home.byte, count, MPI_DOUBLE, MPI_SUM, made.handle());
      made.flush_all();
      world().barrier();
    };
  };
  std::string reason;
  if (!runs(trial({.operators = "sum"}, 1), reason)) GTEST_SKIP() << reason;
  EXPECT_TRUE(none(contradictions(trial({.operators = "sum"}, 1))));
  EXPECT_FALSE(none(contradictions(trial({.operators = "replace"}, 1))));
  EXPECT_FALSE(none(contradictions(trial({.operators = "sum,replace"}, 1))));
  EXPECT_FALSE(none(contradictions(trial({.operators = "sum"}, 4))));
  EXPECT_FALSE(none(contradictions(trial({.operators = "sum", .blocks = true}, 1))));
}

}  // namespace
}  // namespace fockproxy::testing
