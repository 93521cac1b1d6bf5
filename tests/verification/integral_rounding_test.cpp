// Two correct values of an integral differ by less than is allowed, in the hardest cases.
#include "verification/integral_rounding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chem/basis_file.hpp"
#include "chem/basis_set.hpp"
#include "chem/data_directory.hpp"
#include "chem/molecule.hpp"
#include "integrals/exact_engine.hpp"
#include "integrals/libint_session.hpp"
#include "support/random.hpp"

namespace fockproxy {
namespace {

struct Case {
  const char* molecule;
  const char* basis;
  int least_momentum;  // of each of the four shells
};

int functions(const BasisSet& basis, int a, int b) { return basis.shell(a).functions() * basis.shell(b).functions(); }

// The largest difference between (ab|cd) and (cd|ab), hartree.
double spread(ExactEngine& engine, int a, int b, int c, int d) {
  const int bra = functions(engine.basis(), a, b), ket = functions(engine.basis(), c, d);
  const double* found = engine.compute(a, b, c, d);
  if (!found) return 0;
  const std::vector<double> first(found, found + bra * ket);
  found = engine.compute(c, d, a, b);
  double largest = 0;
  for (int i = 0; i < bra; ++i)
    for (int j = 0; j < ket; ++j) largest = std::max(largest, std::abs(first[i * ket + j] - found[j * bra + i]));
  return largest;
}

TEST(IntegralRounding, CoversTheOrderOfRecursion) {
  const LibintSession libint;
  const auto data = find_data_directory();
  const Case cases[] = {{"water.xyz", "cc-pvqz", 3},
                        {"water.xyz", "cc-pvqz", 0},
                        {"benzene.xyz", "cc-pvtz", 2},
                        {"br2.xyz", "cc-pvtz", 1},
                        {"ash3.xyz", "aug-cc-pvtz", 1}};
  double largest_ratio = 0;
  for (const auto& [molecule, set, least] : cases) {
    const BasisSet basis(read_xyz(data / "molecules" / molecule), find_basis(set, data), false);
    std::vector<int> shells;
    for (int s = 0; s < basis.shells(); ++s)
      if (basis.shell(s).angular_momentum >= least) shells.push_back(s);
    ExactEngine engine(basis);
    std::uint64_t random = 1;
    const auto draw = [&] { return shells[(random = hash64(random)) % shells.size()]; };
    for (int n = 0; n < 5000; ++n) {
      const auto [b, a] = std::minmax({draw(), draw()});
      const auto [d, c] = std::minmax({draw(), draw()});
      const double bound = engine.schwarz(a, b) * engine.schwarz(c, d);
      const double found = spread(engine, a, b, c, d);
      ASSERT_LE(found, integral_rounding(bound))
          << molecule << " " << set << " (" << a << " " << b << "|" << c << " " << d << "), bound " << bound;
      if (bound > 1e-3) largest_ratio = std::max(largest_ratio, found / integral_rounding(bound));
    }
  }
  EXPECT_GT(largest_ratio, 0.02) << "far more is allowed than anything needs";
}

}  // namespace
}  // namespace fockproxy
