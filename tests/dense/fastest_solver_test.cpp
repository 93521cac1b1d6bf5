#include "dense/fastest_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

SolverChoice chosen(long functions) { return fastest_solver(testing::world(), "auto", functions, functions / 5); }

TEST(FastestSolver, TriesNothingWhereAnIterationTakesMilliseconds) {
  const SolverChoice choice = chosen(383);
  EXPECT_EQ(choice.solver->name, "local");
  EXPECT_TRUE(choice.trials.empty());
}

TEST(FastestSolver, IsTheFastestOfItsLastTrialsOnEveryRank) {
  const auto& world = testing::world();
  for (const long functions : {400L, 1100L}) {
    const SolverChoice choice = chosen(functions);
    if (world.size() == 1 || choice.trials.size() < 2) {
      EXPECT_EQ(choice.solver->name, "local");
      continue;
    }
    const auto last = choice.trials.back().functions;
    EXPECT_LE(last, std::min(functions, 1024L));
    double fastest = 1e9;
    std::string_view name;
    for (const SolverTrial& trial : choice.trials) {
      EXPECT_GT(trial.seconds, 0);
      if (trial.functions == last && trial.seconds < fastest) {
        fastest = trial.seconds;
        name = trial.solver->name;
      }
    }
    EXPECT_EQ(choice.solver->name, name);
    EXPECT_EQ(world.broadcast(std::string(name)), name);
  }
}

TEST(FastestSolver, KeepsLargeMatricesOffOneRank) {
  const SolverChoice choice = chosen(4001);
  bool others = false;
  for (const SolverEntry& entry : solver_table()) others |= entry.make && entry.name != "local";
  EXPECT_EQ(choice.solver->name == "local", testing::world().size() == 1 || !others);
}

}  // namespace
}  // namespace fockproxy
