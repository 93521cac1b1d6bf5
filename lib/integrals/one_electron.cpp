#include "integrals/one_electron.hpp"

#include <cmath>

#include "eri/primitive_bounds.hpp"
#include "integrals/libint_engine.hpp"
#include "integrals/libint_shells.hpp"

namespace fockproxy {

namespace {

using RowMajorBlock = Eigen::Map<const Matrix>;

LibintEngine make_engine(LibintEngine::Operator op, const BasisSet& basis) {
  return LibintEngine(op, basis.max_primitives(), basis.max_angular_momentum());
}

// Whether some element of the pair's block in the field of unit charges may be as large as `smallest`.
bool feels_charges(const libint2::Shell& a, const libint2::Shell& b, double charge, double smallest) {
  double distance2 = 0, bound = 0;
  for (int k = 0; k < 3; ++k) distance2 += (a.O[k] - b.O[k]) * (a.O[k] - b.O[k]);
  for (std::size_t p = 0; p < a.alpha.size(); ++p)
    for (std::size_t q = 0; q < b.alpha.size(); ++q)
      bound += std::abs(a.contr[0].coeff[p] * b.contr[0].coeff[q]) *
               eri::point_charge_bound(
                   eri::product_bound(a.contr[0].l, a.alpha[p], b.contr[0].l, b.alpha[q], distance2));
  return charge * bound >= smallest;
}

// Shells first, first + stride, ...
struct Share {
  int first = 0, stride = 1;
};

// Computes shell pairs (a, b <= a) for a of the share of which wanted(a, b) is true, and writes result
// set `k` of the engine into both triangles of matrices[k - skip]; the `skip` sets before it are not wanted.
template <std::size_t n, class Wanted>
void fill(LibintEngine& engine, const BasisSet& basis, std::array<Matrix, n>& matrices, int skip, const Share& share,
          Wanted wanted) {
  const auto shells = libint_shells(basis);
  for (Matrix& m : matrices) m = Matrix::Zero(basis.functions(), basis.functions());
  for (int a = share.first; a < basis.shells(); a += share.stride) {
    const int fa = basis.shell(a).first_function;
    const int na = basis.shell(a).functions();
    for (int b = 0; b <= a; ++b) {
      if (!wanted(shells[a], shells[b])) continue;
      const int fb = basis.shell(b).first_function;
      const int nb = basis.shell(b).functions();
      const double* const* results = engine.compute(shells[a], shells[b]);
      for (std::size_t k = 0; k < n; ++k) {
        const RowMajorBlock block(results[k + skip], na, nb);
        matrices[k].block(fb, fa, nb, na) = block.transpose();
        matrices[k].block(fa, fb, na, nb) = block;
      }
    }
  }
}

template <std::size_t n>
void fill(LibintEngine& engine, const BasisSet& basis, std::array<Matrix, n>& matrices, int skip = 0) {
  fill(engine, basis, matrices, skip, Share{}, [](const auto&, const auto&) { return true; });
}

Matrix one_matrix(LibintEngine::Operator op, const BasisSet& basis) {
  LibintEngine engine = make_engine(op, basis);
  std::array<Matrix, 1> result;
  fill(engine, basis, result);
  return std::move(result[0]);
}

}  // namespace

Matrix overlap(const BasisSet& basis) { return one_matrix(LibintEngine::Operator::overlap, basis); }

Matrix kinetic(const BasisSet& basis) { return one_matrix(LibintEngine::Operator::kinetic, basis); }

Matrix nuclear_attraction(const BasisSet& basis, const Molecule& molecule, int first, int stride) {
  std::vector<std::pair<double, Point>> charges;
  double sum = 0;
  for (const Atom& atom : molecule.atoms) {
    charges.emplace_back(atom.charge, atom.position);
    sum += atom.charge;
  }
  LibintEngine engine = make_engine(LibintEngine::Operator::nuclear, basis);
  engine.set_charges(charges);
  std::array<Matrix, 1> result;
  fill(engine, basis, result, 0, Share{first, stride},
       [&](const auto& a, const auto& b) { return feels_charges(a, b, sum, negligible_attraction); });
  return std::move(result[0]);
}

std::array<Matrix, 3> dipole(const BasisSet& basis, Point origin) {
  LibintEngine engine = make_engine(LibintEngine::Operator::dipole, basis);
  engine.set_origin(origin);
  std::array<Matrix, 3> result;
  fill(engine, basis, result, 1);  // set 0 is the overlap
  return result;
}

}  // namespace fockproxy
