// Integrals of a spherically averaged atom over radial functions. Local, serial.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// A spherical density on one centre is sum_l sum_ij P_l(i,j) sum_m phi_ilm phi_jlm, with radial functions i, j of
// angular momentum l. Its Fock matrix has the same form, so an atomic SCF needs only one block for each l, with the
// size of the radial basis. All matrices are over radial functions, one per l, in the order of the given shells.
//
// The repulsion is computed once over the primitives, with each exponent once per l. In generally contracted basis sets
// all contractions share them; a computation by contractions would repeat each primitive quartet many times.
class AtomicIntegrals {
 public:
  // The shells of one atom, of any order and kind. For Cartesian shells, their spherical part is used.
  AtomicIntegrals(int nuclear_charge, const std::vector<Shell>& shells);

  int angular_momenta() const { return static_cast<int>(overlap_.size()); }
  int functions(int l) const { return static_cast<int>(overlap_[l].rows()); }  // radial functions; 0 for an unused l
  const Matrix& overlap(int l) const { return overlap_[l]; }
  const Matrix& core(int l) const { return core_[l]; }  // kinetic + nuclear attraction

  // G_l = sum over l' of 2 J - K of the density P, D = C_occ C_occ^T with fractional occupations.
  std::vector<Matrix> two_electron(const std::vector<Matrix>& density) const;

 private:
  void compute_repulsion(const BasisSet& primitives);

  struct Pair {
    int l, i, j;  // primitives i >= j of angular momentum l
  };
  std::vector<Matrix> contraction_;  // by l: primitives x radial functions
  std::vector<Matrix> overlap_, core_;
  std::vector<int> first_shell_;  // by l: index of its first primitive
  std::vector<Pair> pairs_;
  Matrix repulsion_;  // pairs x pairs, symmetric: sum_mm' 2 (im jm|km' nm') - [(im km'|jm nm') + (im nm'|jm km')] / 2
};

}  // namespace fockproxy
