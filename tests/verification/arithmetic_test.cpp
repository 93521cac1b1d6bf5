// The checks of what tasks compute: correct builds pass them, and each arithmetic fault is found by the check meant for
// it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "contracts/faulty_digestor.hpp"
#include "fock/fixed_system.hpp"
#include "fock/fock_builder.hpp"
#include "fock/verified.hpp"
#include "support/mpi_test.hpp"
#include "tasks/whole_screen.hpp"
#include "verification/exact_build.hpp"
#include "verification/quartet_census.hpp"

namespace fockproxy {
namespace {

using contracts::DigestFault;
using contracts::FaultyDigestor;
using testing::world;

constexpr double threshold = 1e-9;

class Arithmetic : public ::testing::TestWithParam<int> {  // spins
 protected:
  FinishedBuild build(const std::string& integrals, const std::function<void(BuildBackends&)>& spoil = {},
                      const Matrix* schwarz = nullptr) {
    testing::watchdog().beat();
    const FockConfig config{.integrals = {.threshold = threshold, .source = integrals},
                            .counter = "static",
                            .blocks = {.cache = "replicated"},
                            .verification = {.least_seconds = 8}};  // enough for every task, even beside other work
    const FockSystem fock_system{system.pairs, view_of(schwarz ? *schwarz : system.schwarz), partition,
                                 static_cast<int>(system.density.size())};
    BuildBackends transport = make_backends(testing::runtime(), fock_system.layout(), config);
    if (spoil) spoil(transport);
    Watchdog watchdog(0, 0);
    FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(transport));
    return builder.build(testing::dealt_out(system.density));
  }

  FinishedBuild faulty(DigestFault fault, double share) {
    return build("own", [&](BuildBackends& transport) {
      transport.digestor = [&](std::unique_ptr<Digestor> digestor) {
        return std::make_unique<FaultyDigestor>(std::move(digestor), contracts::Sabotage{fault, share, 7}, system.basis,
                                                partition, system.density);
      };
    });
  }

  static bool failed(const FinishedBuild& build, std::string_view check) {
    const auto& checks = build.verification().checks();
    const auto found = std::ranges::find(checks, check, &Check::name);
    return found != checks.end() && !found->passed();
  }

  testing::FixedSystem system{"water2", "6-31g", GetParam(), 1e-3 * threshold};
  const BlockPartition partition = make_partition(system.basis, Grain::parse("atom"));
};

TEST_P(Arithmetic, RightBuildsPass) {
  for (const char* integrals : {"own", "libint"}) {
    FinishedBuild finished = build(integrals);
    const Coverage coverage = finished.verification().coverage();
    const FockBuild result = testing::verified(std::move(finished));
    EXPECT_EQ(coverage.tasks, result.tasks);
    EXPECT_EQ(coverage.tasks_recomputed, result.tasks);
    EXPECT_EQ(coverage.quartets_counted, result.quartets);
  }
}

TEST_P(Arithmetic, TheErrorOfAScreenedBuildStaysBelowItsPromiseAndNotFarBelow) {
  const FockBuild result = testing::verified(build("own"));
  const SpinMatrices exact = exact_two_electron(world(), system.basis, system.density);
  const double error = testing::largest_difference(result.g, exact);
  EXPECT_LE(error, result.neglected.promise());
  EXPECT_GE(100 * error, result.neglected.promise());
}

TEST_P(Arithmetic, TheExactBuildIsTheReferenceBuilders) {
  double done = 0;
  const SpinMatrices exact =
      exact_two_electron(world(), system.basis, system.density, [&](double share) { done = share; });
  EXPECT_LE(testing::largest_difference(exact, system.reference()), 1e-11);
  EXPECT_GT(done, 0.9);
}

TEST_P(Arithmetic, ATaskThatIsLeftOutIsCaughtByCounting) {
  const FinishedBuild result = faulty(DigestFault::leave_out, 0.05);
  EXPECT_FALSE(result.verified());
  EXPECT_TRUE(failed(result, "quartets digested against quartets that screening keeps"));
}

TEST_P(Arithmetic, WrongContributionsOfATaskAreCaughtByRecomputing) {
  for (const DigestFault fault : {DigestFault::lose, DigestFault::integral_class, DigestFault::factor,
                                  DigestFault::transpose, DigestFault::other_density}) {
    SCOPED_TRACE(static_cast<int>(fault));
    const FinishedBuild result = faulty(fault, 0.8);
    EXPECT_FALSE(result.verified());
    EXPECT_TRUE(failed(result, "tasks recomputed by Libint")) << result.verification().first_failure();
    EXPECT_FALSE(failed(result, "quartets digested against quartets that screening keeps"));
    EXPECT_FALSE(failed(result, "checksum of F")) << "transport was sound";
  }
}

TEST_P(Arithmetic, ABoundThatIsTooSmallIsCaught) {
  Matrix wrong = system.schwarz;
  wrong *= 0.01;
  const FinishedBuild result = build("own", {}, &wrong);
  EXPECT_FALSE(result.verified());
  EXPECT_TRUE(failed(result, "Schwarz bounds against Libint"));
  EXPECT_TRUE(failed(result, "dropped quartets against Libint"));
}

TEST_P(Arithmetic, BoundsMayDifferByRoundingAndNoMore) {
  for (const auto& [factor, wrong] : {std::pair(0.999, false), std::pair(0.98, true)}) {
    Matrix bounds = system.schwarz;
    bounds *= factor;
    EXPECT_EQ(failed(build("own", {}, &bounds), "Schwarz bounds against Libint"), wrong) << factor;
  }
}

TEST_P(Arithmetic, TheCensusCountsWhatThePlainLoopKeeps) {
  for (const double tau : {0.0, 1e-9, 1e-4}) {
    const WholeScreen screen(system.basis, partition, system.schwarz, ShellMaxima(system.basis, system.density), tau);
    std::vector<std::int64_t> expected(partition.blocks());
    const TaskRows rows(partition.blocks());
    for (std::int64_t r = 0; r < rows.rows(); ++r)
      for (int l = 0; l < rows.row(r).tasks(); ++l) {
        const Task task{rows.row(r).i, rows.row(r).j, rows.row(r).k, l};
        for_each_quartet(partition, task,
                         [&](int a, int b, int c, int d) { expected[task.i] += screen.keeps(a, b, c, d); });
      }
    for (int block = 0; block < partition.blocks(); ++block) {
      std::int64_t counted = 0;
      for (int part = 0; part < 3; ++part) counted += count_quartets(screen, partition, block, part, 3);
      EXPECT_EQ(counted, expected[block]) << tau << " " << block;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Spins, Arithmetic, ::testing::Values(1, 2));

// Builds in one run: each recomputes other tasks, until all have been.
TEST(Coverage, GrowsFromBuildToBuild) {
  const testing::FixedSystem system("water2", "6-31g", 1, 1e-12);
  Watchdog watchdog(0, 0);
  FockBuilder builder({testing::runtime(), watchdog}, system.fock_system("atom"),
                      FockConfig{.counter = "static", .blocks = {.cache = "replicated"}});
  Verification run;
  for (int n = 0; n < 3; ++n) {
    const std::int64_t before = run.coverage().tasks_recomputed;
    run.merge(builder.build(testing::dealt_out(system.density)).verification());
    EXPECT_GT(run.coverage().tasks_recomputed, before);
  }
  EXPECT_TRUE(run.passed()) << run.first_failure();
}

}  // namespace
}  // namespace fockproxy
