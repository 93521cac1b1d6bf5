// Electron repulsion integrals for checks: from Libint alone, with every primitive and without bounds of fockproxy.
#pragma once

#include <memory>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Computes one shell quartet at a time. It shares nothing with the code that it checks: neither ShellPairs, whose
// bounds decide which primitives are dropped, nor the kernels of fockproxy. Primitive data of a shell pair are made at
// the first use, and kept while all of them take less than `memory` bytes. Libint itself needs about 1 kB for each
// primitive quartet of the most contracted shell quartet. Not thread-safe. The basis must outlive it, and LibintSession
// must exist. Throws UsageError for angular momentum beyond that of this Libint.
class ExactEngine {
 public:
  static constexpr double default_memory = 128e6;  // bytes

  explicit ExactEngine(const BasisSet& basis, double memory = default_memory);
  ~ExactEngine();
  ExactEngine(ExactEngine&&) noexcept;

  const BasisSet& basis() const;

  // (ab|cd) in chemists' notation for all functions of shells a, b, c, d, row-major [a][b][c][d], in hartree; valid
  // until the next call. nullptr if every primitive product underflows: all integrals are then zero. Preconditions: a
  // >= b, c >= d.
  const double* compute(int a, int b, int c, int d);

  // sqrt(max |(ab|ab)|) over the functions of shells a >= b: the definition of the Schwarz bound. Kept after the first
  // call.
  double schwarz(int a, int b);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fockproxy
