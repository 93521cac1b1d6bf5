// Electron repulsion integrals over shell quartets, from Libint.
#pragma once

#include <memory>

#include "chem/basis_set.hpp"
#include "eri/pair_table.hpp"

namespace fockproxy {

// Primitive-pair data of every shell pair, computed once and shared by all engines of a process. Immutable, hence
// thread-safe. Memory is quadratic in the number of shells (64 bytes each pair) and in that of primitives (64 bytes
// for each significant pair). The basis must outlive it, LibintSession must be alive.
class ShellPairs {
 public:
  // `precision` is what primitive quartets may be neglected to: the neglected part of any integral is below it, in
  // hartree. The guarantee is rigorous: a primitive pair (p, q) carries a closed-form bound B_pq of its Schwarz factor
  // sqrt((pq|pq)), times its coefficients and the number of primitive pairs of its shell pair, and a primitive quartet
  // is left out only when the product of two such bounds is below `precision`. (Libint's default screening compares
  // exponential prefactors instead and promises nothing for contracted or l > 0 functions.) 0 keeps every primitive
  // quartet whose prefactor is not exactly zero.
  // Throws UsageError for angular momentum beyond what this Libint was built for.
  ShellPairs(const BasisSet& basis, double precision);
  ~ShellPairs();
  ShellPairs(ShellPairs&&) noexcept;

  const BasisSet& basis() const { return *basis_; }
  double precision() const { return precision_; }
  double bytes() const;  // memory held

  // The same for our own kernels, to the same precision; made with the first call. Thread-safe.
  const eri::PairTable& kernel_pairs() const;

  struct Data;
  const Data& data() const;  // Libint's; made with the first call

 private:
  const BasisSet* basis_;
  double precision_;
  std::unique_ptr<Data> data_;
};

// Computes one shell quartet at a time. Not thread-safe: one per thread. The ShellPairs must outlive it. Holds about
// 1 kB for each primitive quartet of the most contracted shell quartet.
class RepulsionEngine {
 public:
  explicit RepulsionEngine(const ShellPairs& pairs);
  ~RepulsionEngine();
  RepulsionEngine(RepulsionEngine&&) noexcept;

  // (ab|cd) in chemists' notation for all functions of shells a, b, c, d, row-major [a][b][c][d], in hartree; valid
  // until the next call. nullptr when every primitive quartet fell below the precision: all integrals are then zero
  // to that precision. Any order of shells is right; a >= b and c >= d are fastest.
  const double* compute(int a, int b, int c, int d);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fockproxy
