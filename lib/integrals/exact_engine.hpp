// Electron repulsion integrals for checking: Libint alone, with every primitive and no bound of ours.
#pragma once

#include <memory>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// One shell quartet at a time. Shares nothing with what it checks: neither ShellPairs, whose bounds decide which
// primitives are dropped, nor our own kernels. Primitive data of a shell pair is made when first used and kept while
// all of it takes less than `memory` bytes; Libint itself holds about 1 kB for each primitive quartet of the most
// contracted shell quartet. Not thread-safe; the basis must outlive it, LibintSession must be alive. Throws UsageError
// for angular momentum beyond what this Libint was built for.
class ExactEngine {
 public:
  static constexpr double default_memory = 128e6;  // bytes

  explicit ExactEngine(const BasisSet& basis, double memory = default_memory);
  ~ExactEngine();
  ExactEngine(ExactEngine&&) noexcept;

  const BasisSet& basis() const;

  // (ab|cd) in chemists' notation for all functions of shells a, b, c, d, row-major [a][b][c][d], in hartree; valid
  // until the next call. nullptr when every primitive product underflows: all integrals are zero. Preconditions:
  // a >= b, c >= d.
  const double* compute(int a, int b, int c, int d);

  // sqrt(max |(ab|ab)|) over the functions of shells a >= b: the Schwarz bound, from its definition. Remembered.
  double schwarz(int a, int b);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fockproxy
