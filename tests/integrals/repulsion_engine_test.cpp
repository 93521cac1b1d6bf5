#include "integrals/repulsion_engine.hpp"

#include <gtest/gtest.h>

#include "integrals/stored_integrals.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

TEST(RepulsionEngine, GivesTheSameIntegralsInEveryOrderOfShells) {
  for (const char* name : {"hf_cc-pvtz", "hf_cc-pvtz_cartesian"}) {
    const StoredIntegrals stored(name);
    const BasisSet& basis = stored.basis;
    const ShellPairs pairs(basis, 1e-14);
    RepulsionEngine engine(pairs);
    const int shells[4] = {basis.shells() - 1, 9, 4, 1};  // with different angular momenta, on both atoms
    int n[4];
    for (int k = 0; k < 4; ++k) n[k] = basis.shell(shells[k]).functions();
    const double* computed = engine.compute(shells[0], shells[1], shells[2], shells[3]);
    ASSERT_NE(computed, nullptr);
    const std::vector<double> canonical(computed, computed + n[0] * n[1] * n[2] * n[3]);
    const int orders[7][4] = {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1},
                              {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};
    for (const auto& order : orders) {
      const double* permuted = engine.compute(shells[order[0]], shells[order[1]], shells[order[2]], shells[order[3]]);
      int i[4];
      for (i[0] = 0; i[0] < n[0]; ++i[0])
        for (i[1] = 0; i[1] < n[1]; ++i[1])
          for (i[2] = 0; i[2] < n[2]; ++i[2])
            for (i[3] = 0; i[3] < n[3]; ++i[3]) {
              int at = 0;
              for (int k : order) at = at * n[k] + i[k];
              EXPECT_NEAR(permuted[at], canonical[((i[0] * n[1] + i[1]) * n[2] + i[2]) * n[3] + i[3]], 1e-13);
            }
    }
  }
}

TEST(ShellPairs, RefuseAngularMomentumBeyondLibint) {
  const LibintSession libint;
  const int l = LibintSession::max_angular_momentum() + 1;
  const Molecule helium{.name = "he", .comment = "", .atoms = {{2, {0, 0, 0}}}};
  const BasisFile file{.name = "high", .path = "high.g94", .elements = {{2, {{l, {1.0}, {1.0}}}}}};
  const BasisSet basis(helium, file, false);
  EXPECT_THROW(ShellPairs(basis, 0), UsageError);
}

TEST(ShellPairs, ReportTheirMemory) {
  const StoredIntegrals stored("water2_6-31gs_cartesian");
  const double all = ShellPairs(stored.basis, 0).bytes();
  EXPECT_GT(all, 64.0 * stored.basis.shells() * (stored.basis.shells() + 1) / 2);
  EXPECT_LT(ShellPairs(stored.basis, 1e-6).bytes(), all);
}

}  // namespace
}  // namespace fockproxy
