#include "integrals/one_electron.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "eri/primitive_bounds.hpp"
#include "integrals/libint_engine.hpp"
#include "integrals/libint_shells.hpp"
#include "integrals/symmetric.hpp"

namespace fockproxy {

namespace {

using RowMajorBlock = Eigen::Map<const Matrix>;

// Whether an element of the pair's block for unit charges may be as large as `smallest`.
bool feels_charges(const libint2::Shell& a, const libint2::Shell& b, double charge, double smallest) {
  double distance2 = 0, bound = 0;
  for (int k = 0; k < 3; ++k) distance2 += (a.O[k] - b.O[k]) * (a.O[k] - b.O[k]);
  for (std::size_t p = 0; p < a.alpha.size(); ++p)
    for (std::size_t q = 0; q < b.alpha.size(); ++q)
      bound +=
          std::abs(a.contr[0].coeff[p] * b.contr[0].coeff[q]) *
          eri::point_charge_bound(eri::product_bound(a.contr[0].l, a.alpha[p], b.contr[0].l, b.alpha[q], distance2));
  return charge * bound >= smallest;
}

}  // namespace

struct OneElectronIntegrals::Implementation {
  Implementation(LibintEngine::Operator op, const BasisSet& basis)
      : basis(basis),
        shells(libint_shells(basis)),
        engine(op, basis.max_primitives(), basis.max_angular_momentum()),
        matrices(op == LibintEngine::Operator::dipole ? 3 : 1),
        skipped(op == LibintEngine::Operator::dipole ? 1 : 0) {}

  const BasisSet& basis;
  std::vector<libint2::Shell> shells;
  LibintEngine engine;
  int matrices;
  int skipped;        // unneeded result sets before the first needed one: those of a dipole begin with the overlap
  double charge = 0;  // sum over all nuclei; 0: no pair is left out
};

OneElectronIntegrals::OneElectronIntegrals(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
OneElectronIntegrals::~OneElectronIntegrals() = default;
OneElectronIntegrals::OneElectronIntegrals(OneElectronIntegrals&&) noexcept = default;

OneElectronIntegrals OneElectronIntegrals::overlap(const BasisSet& basis) {
  return OneElectronIntegrals(std::make_unique<Implementation>(LibintEngine::Operator::overlap, basis));
}

OneElectronIntegrals OneElectronIntegrals::kinetic(const BasisSet& basis) {
  return OneElectronIntegrals(std::make_unique<Implementation>(LibintEngine::Operator::kinetic, basis));
}

OneElectronIntegrals OneElectronIntegrals::nuclear_attraction(const BasisSet& basis, const Molecule& molecule) {
  auto implementation = std::make_unique<Implementation>(LibintEngine::Operator::nuclear, basis);
  std::vector<std::pair<double, Point>> charges;
  for (const Atom& atom : molecule.atoms) {
    charges.emplace_back(atom.charge, atom.position);
    implementation->charge += atom.charge;
  }
  implementation->engine.set_charges(charges);
  return OneElectronIntegrals(std::move(implementation));
}

OneElectronIntegrals OneElectronIntegrals::dipole(const BasisSet& basis, Point origin) {
  auto implementation = std::make_unique<Implementation>(LibintEngine::Operator::dipole, basis);
  implementation->engine.set_origin(origin);
  return OneElectronIntegrals(std::move(implementation));
}

const BasisSet& OneElectronIntegrals::basis() const { return implementation_->basis; }
int OneElectronIntegrals::matrices() const { return implementation_->matrices; }

void OneElectronIntegrals::rows(int first, int last, const PairShare& share, std::span<Matrix> panels) {
  auto& [basis, shells, engine, matrices, skipped, charge] = *implementation_;
  const int origin = basis.shell(first).first_function;
  for (int a = first; a < last; ++a) {
    const Shell& sa = basis.shell(a);
    for (int b = 0; b <= a; ++b) {
      const std::int64_t pair = std::int64_t{a} * (a + 1) / 2 + b;
      if (pair % share.stride != share.first) continue;
      if (charge > 0 && !feels_charges(shells[a], shells[b], charge, negligible_attraction)) continue;
      const Shell& sb = basis.shell(b);
      const double* const* results = engine.compute(shells[a], shells[b]);
      for (int k = 0; k < matrices; ++k)
        panels[k].block(sa.first_function - origin, sb.first_function, sa.functions(), sb.functions()) =
            RowMajorBlock(results[k + skipped], sa.functions(), sb.functions());
    }
  }
}

namespace {

std::vector<Matrix> whole_matrices(OneElectronIntegrals integrals) {
  const int n = integrals.basis().functions();
  std::vector<Matrix> matrices(static_cast<std::size_t>(integrals.matrices()), Matrix::Zero(n, n));
  integrals.rows(0, integrals.basis().shells(), {}, matrices);
  for (Matrix& m : matrices) mirror_lower(m);
  return matrices;
}

}  // namespace

Matrix overlap(const BasisSet& basis) { return whole_matrices(OneElectronIntegrals::overlap(basis))[0]; }

Matrix kinetic(const BasisSet& basis) { return whole_matrices(OneElectronIntegrals::kinetic(basis))[0]; }

Matrix nuclear_attraction(const BasisSet& basis, const Molecule& molecule) {
  return whole_matrices(OneElectronIntegrals::nuclear_attraction(basis, molecule))[0];
}

std::array<Matrix, 3> dipole(const BasisSet& basis, Point origin) {
  std::vector<Matrix> moments = whole_matrices(OneElectronIntegrals::dipole(basis, origin));
  return {std::move(moments[0]), std::move(moments[1]), std::move(moments[2])};
}

}  // namespace fockproxy
