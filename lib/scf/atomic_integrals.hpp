// Integrals of a spherically averaged atom over radial functions. Local, serial.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// A spherical density on one centre is sum_l sum_ij P_l(i,j) sum_m phi_ilm phi_jlm, with radial functions i, j of
// angular momentum l. Its Fock matrix has the same form, so that l blocks of the size of the radial basis are all an
// atomic SCF needs. All matrices are over radial functions, one per l, in the order of the shells given.
//
// The repulsion is computed once over the primitives, each exponent once per l: in generally contracted basis sets
// every contraction shares them, and deep contractions would compute each primitive quartet over and over.
class AtomicIntegrals {
 public:
  // Shells of one atom, of any order and kind: Cartesian ones stand for their spherical part.
  AtomicIntegrals(int nuclear_charge, const std::vector<Shell>& shells);

  int angular_momenta() const { return static_cast<int>(overlap_.size()); }
  int functions(int l) const { return static_cast<int>(overlap_[l].rows()); }  // radial ones; 0 for an l not there
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
