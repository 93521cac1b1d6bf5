// One-electron matrices in the atomic-orbital basis (Szabo & Ostlund, section 3.5.1). Local, serial.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Pairs of shells whose attraction is below this value (hartree), by a rigorous bound, are set to zero.
inline constexpr double negligible_attraction = 1e-15;

// The shell pairs that one of several ranks computes: every `stride`-th, from number `first` on.
struct PairShare {
  int first = 0, stride = 1;
};

// The integrals of an operator, some rows of the lower triangle at a time. LibintSession and the basis must outlive it.
// Not thread-safe. Construction throws UsageError for angular momentum beyond that of Libint.
class OneElectronIntegrals {
 public:
  static OneElectronIntegrals overlap(const BasisSet& basis);
  static OneElectronIntegrals kinetic(const BasisSet& basis);
  // Negative: electrons in the field of the nuclei. Takes by far the most time of these operators.
  static OneElectronIntegrals nuclear_attraction(const BasisSet& basis, const Molecule& molecule);
  static OneElectronIntegrals dipole(const BasisSet& basis, Point origin);  // three matrices, <a| r - origin |b>, bohr

  ~OneElectronIntegrals();
  OneElectronIntegrals(OneElectronIntegrals&&) noexcept;

  const BasisSet& basis() const;
  int matrices() const;
  // Writes the pairs (a, b <= a) with first <= a < last that belong to the share. panels: one for each matrix, the
  // functions of these shells x all functions.
  void rows(int first, int last, const PairShare& share, std::span<Matrix> panels);

 private:
  struct Implementation;
  explicit OneElectronIntegrals(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

// Whole, symmetric functions x functions matrices in atomic units, for bases that are small enough.
Matrix overlap(const BasisSet& basis);
Matrix kinetic(const BasisSet& basis);
Matrix nuclear_attraction(const BasisSet& basis, const Molecule& molecule);
std::array<Matrix, 3> dipole(const BasisSet& basis, Point origin = {0, 0, 0});

}  // namespace fockproxy
