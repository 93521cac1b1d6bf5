// The precision of ShellPairs: the error of every integral is below it.
#include <gtest/gtest.h>

#include <algorithm>

#include "integrals/repulsion_engine.hpp"
#include "integrals/stored_integrals.hpp"

namespace fockproxy {
namespace {

struct Case {
  const char* molecule;
  const char* basis;
  bool cartesian;
};

// The largest error of any integral over quartets (a, b <= a | c, d <= c); every `stride`-th is compared.
double largest_error(const BasisSet& basis, double precision, int stride) {
  const ShellPairs exact_pairs(basis, 0);
  const ShellPairs screened_pairs(basis, precision);
  RepulsionEngine exact(exact_pairs);
  RepulsionEngine screened(screened_pairs);
  double largest = 0;
  int count = 0;
  for (int a = 0; a < basis.shells(); ++a)
    for (int b = 0; b <= a; ++b)
      for (int c = 0; c <= a; ++c)
        for (int d = 0; d <= c; ++d) {
          if (++count % stride != 0) continue;
          const int n = basis.shell(a).functions() * basis.shell(b).functions() * basis.shell(c).functions() *
                        basis.shell(d).functions();
          const double* reference = exact.compute(a, b, c, d);
          Vector error = reference ? Vector(Eigen::Map<const Vector>(reference, n)) : Vector(Vector::Zero(n));
          if (const double* integrals = screened.compute(a, b, c, d)) error -= Eigen::Map<const Vector>(integrals, n);
          largest = std::max(largest, error.lpNorm<Eigen::Infinity>());
        }
  return largest;
}

TEST(Precision, BoundsTheErrorOfEveryIntegral) {
  const LibintSession libint;
  const auto data = find_data_directory();
  // Tight and diffuse exponents, deep contractions, f functions, distant atoms.
  const Case cases[] = {{"ethane.xyz", "6-31g_st_", true},
                        {"water2.xyz", "cc-pvdz", false},
                        {"hf.xyz", "aug-cc-pvtz", false},
                        {"znh2.xyz", "def2-svp", false},
                        {"hbr.xyz", "cc-pvdz", true}};
  for (const Case& c : cases) {
    const Molecule molecule = read_xyz(data / "molecules" / c.molecule);
    const BasisSet basis(molecule, find_basis(c.basis, data), c.cartesian);
    for (const double precision : {1e-4, 1e-7, 1e-10}) {
      const double error = largest_error(basis, precision, 7);
      // Rounding errors of integrals of up to a few hundred hartree do not come from screening.
      EXPECT_LT(error, precision + 1e-12) << c.molecule << " " << c.basis << " at " << precision;
      EXPECT_GT(error, precision * 1e-4) << "screens far less than it may: " << c.molecule << " " << c.basis;
    }
  }
}

}  // namespace
}  // namespace fockproxy
