#include "integrals/one_electron.hpp"

#include <libint2.hpp>

#include "integrals/libint_shells.hpp"

namespace fockproxy {

namespace {

using RowMajorBlock = Eigen::Map<const Matrix>;

libint2::Engine make_engine(libint2::Operator op, const BasisSet& basis) {
  return libint2::Engine(op, basis.max_primitives(), basis.max_angular_momentum());
}

// Computes shell pairs (a, b <= a) for a = first, first + stride, ... and writes result set `k` of the engine into
// both triangles of matrices[k - skip]; the `skip` sets before it are not wanted.
template <std::size_t n>
void fill(libint2::Engine& engine, const BasisSet& basis, std::array<Matrix, n>& matrices, int skip = 0, int first = 0,
          int stride = 1) {
  const auto shells = libint_shells(basis);
  for (Matrix& m : matrices) m = Matrix::Zero(basis.functions(), basis.functions());
  const auto& results = engine.results();
  for (int a = first; a < basis.shells(); a += stride) {
    const int fa = basis.shell(a).first_function;
    const int na = basis.shell(a).functions();
    for (int b = 0; b <= a; ++b) {
      const int fb = basis.shell(b).first_function;
      const int nb = basis.shell(b).functions();
      engine.compute1(shells[a], shells[b]);
      for (std::size_t k = 0; k < n; ++k) {
        const RowMajorBlock block(results[k + skip], na, nb);
        matrices[k].block(fb, fa, nb, na) = block.transpose();
        matrices[k].block(fa, fb, na, nb) = block;
      }
    }
  }
}

Matrix one_matrix(libint2::Operator op, const BasisSet& basis) {
  libint2::Engine engine = make_engine(op, basis);
  std::array<Matrix, 1> result;
  fill(engine, basis, result);
  return std::move(result[0]);
}

}  // namespace

Matrix overlap(const BasisSet& basis) { return one_matrix(libint2::Operator::overlap, basis); }

Matrix kinetic(const BasisSet& basis) { return one_matrix(libint2::Operator::kinetic, basis); }

Matrix nuclear_attraction(const BasisSet& basis, const Molecule& molecule, int first, int stride) {
  std::vector<std::pair<double, Point>> charges;
  for (const Atom& atom : molecule.atoms) charges.emplace_back(atom.charge, atom.position);
  libint2::Engine engine = make_engine(libint2::Operator::nuclear, basis);
  engine.set_params(charges);
  std::array<Matrix, 1> result;
  fill(engine, basis, result, 0, first, stride);
  return std::move(result[0]);
}

std::array<Matrix, 3> dipole(const BasisSet& basis, Point origin) {
  libint2::Engine engine = make_engine(libint2::Operator::emultipole1, basis);
  engine.set_params(origin);
  std::array<Matrix, 3> result;
  fill(engine, basis, result, 1);  // set 0 is the overlap
  return result;
}

}  // namespace fockproxy
