// Rotations of occupied orbitals into virtual ones, and products of the orbital Hessian with them. Collective.
#pragma once

#include "scf/problem.hpp"
#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// The screening threshold, hartree, of the builds for products of the Hessian: steps and signs need only a few digits.
// For unit vectors the error of eigenvalues was 1e-6 (benzene, five waters; cc-pVDZ).
double hessian_threshold(const TwoElectronBuilder& builder);

// G for a change of the density, one matrix per spin of the method. The change of the second spin of RHF is
// `second_spin` times that of the first: 1, or -1 for a triplet. `builder` takes two spin densities. Collective.
SpinDense response(SpinDense change, double second_spin, TwoElectronBuilder& builder, double threshold);

// A rotation k: C_o becomes C_o + C_v k, orthonormalised. One vector holds the rotations of every spin: orbitals x
// occupied matrices whose upper rows, of occupied orbitals, are zero. To second order, with the gradient g = C_v^T F
// C_o and the Hessian A, the energy changes by energy_factor() (g.k + k.A k / 2).
//
// It refers to the problem and the orbitals, one set per spin, with occupied orbitals first.
class RotationSpace {
 public:
  using Index = Eigen::Index;

  RotationSpace(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals);

  Index size() const { return size_; }
  const SpinDense& gaps() const { return gaps_; }  // e_a - e_i
  double energy_factor() const { return orbitals_.size() == 1 ? 4 : 2; }

  // Calls f(number in the vector, element) for each element of this rank. Local.
  template <class F>
  void for_each(SpinDense& vector, F f) const {
    for (std::size_t s = 0; s < vector.size(); ++s) {
      const Index o = occupied_[s], virtuals = vector[s].rows() - o;
      vector[s].for_each([&](Index a, Index i, double& element) {
        if (a >= o) f(first_[s] + i * virtuals + a - o, element);
      });
    }
  }

  // (C_v^T M C_o)_ai of a matrix over functions per spin; for F it is the gradient.
  SpinDense project(const SpinDense& matrices) const;
  // First-order change of the density, C_v k C_o^T + transpose.
  SpinDense density_change(const SpinDense& k) const;
  // (e_a - e_i) k_ai + (C_v^T G C_o)_ai, with G of density_change(k).
  SpinDense hessian_product(const SpinDense& k, const SpinDense& g) const;
  // v_ai / (e_a - e_i - value), with no denominator below 0.05 hartree.
  SpinDense preconditioned(SpinDense v, double value) const;
  // The density of the rotated orbitals, orthonormalised (Lowdin, J. Chem. Phys. 18, 365, 1950).
  SpinDense rotated_density(const SpinDense& k) const;

 private:
  DenseMatrix occupied_orbitals(std::size_t s) const { return orbitals_[s].coefficients.leading_columns(occupied_[s]); }

  Algebra& algebra_;
  const std::vector<Orbitals>& orbitals_;
  std::vector<Index> occupied_, first_;
  Index size_ = 0;
  SpinDense gaps_;
};

// Orthonormal rotations, and the Hessian among them. Davidson's method (J. Comput. Phys. 17, 87, 1975) extends it with
// one Fock build per vector.
class RotationSubspace {
 public:
  int size() const { return static_cast<int>(vectors_.size()); }
  const Eigen::MatrixXd& hessian() const { return hessian_; }  // symmetric; the same on every rank

  // Makes `v` a unit vector orthogonal to them; false if nothing of it remains.
  bool orthonormalise(SpinDense& v) const;
  // Precondition: orthonormalise() was called for `v`. `product`: the product of the Hessian with it.
  void add(SpinDense v, SpinDense product);

  Vector components(const SpinDense& v) const;          // of v along each vector
  SpinDense vector(const Vector& coefficients) const;   // sum_i c_i v_i
  SpinDense product(const Vector& coefficients) const;  // the product of the Hessian with it

 private:
  std::vector<SpinDense> vectors_, products_;
  Eigen::MatrixXd hessian_;
};

double norm(const SpinDense& vector);
void add(SpinDense& vector, double factor, const SpinDense& other);
void multiply_by(SpinDense& vector, double factor);

// Eigenpairs of a small symmetric matrix that every rank has. Rank 0 computes them, and they are bitwise the same on
// every rank.
struct SmallEigenpairs {
  Vector values;  // ascending
  Eigen::MatrixXd vectors;
};
SmallEigenpairs diagonalise_small(const Communicator& comm, const Eigen::MatrixXd& symmetric);

}  // namespace fockproxy
