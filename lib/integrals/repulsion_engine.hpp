// Electron repulsion integrals over shell quartets, from Libint.
#pragma once

#include <memory>

#include "chem/basis_set.hpp"
#include "eri/pair_table.hpp"

namespace fockproxy {

// Primitive-pair data of every shell pair, computed once and shared by all engines of a process. Immutable;
// thread-safe. Memory is quadratic in the number of shells (64 bytes per pair) and in the number of primitives (64
// bytes per significant pair). The basis must outlive it, and LibintSession must exist.
class ShellPairs {
 public:
  // `precision`: the limit for neglected primitive quartets, hartree. The neglected part of any integral is below it.
  // The guarantee is rigorous. A primitive pair (p, q) has a closed-form bound B_pq of its Schwarz factor
  // sqrt((pq|pq)), times its coefficients and the number of primitive pairs of its shell pair. A primitive quartet is
  // left out only if the product of two such bounds is below `precision`. (Libint's default screening compares
  // exponential prefactors instead, and guarantees nothing for contracted or l > 0 functions.) 0 keeps every primitive
  // quartet whose prefactor is not exactly zero.
  // Throws UsageError for angular momentum beyond that of this Libint.
  ShellPairs(const BasisSet& basis, double precision);
  ~ShellPairs();
  ShellPairs(ShellPairs&&) noexcept;

  const BasisSet& basis() const { return *basis_; }
  double precision() const { return precision_; }
  double bytes() const;  // memory held

  // The same data for the kernels of fockproxy, with the same precision. The first call makes them. Thread-safe.
  const eri::PairTable& kernel_pairs() const;

  struct Data;
  const Data& data() const;  // for Libint; made in the first call

 private:
  const BasisSet* basis_;
  double precision_;
  std::unique_ptr<Data> data_;
};

// Computes one shell quartet at a time. Not thread-safe: one per thread. The ShellPairs must outlive it. It needs about
// 1 kB for each primitive quartet of the most contracted shell quartet.
class RepulsionEngine {
 public:
  explicit RepulsionEngine(const ShellPairs& pairs);
  ~RepulsionEngine();
  RepulsionEngine(RepulsionEngine&&) noexcept;

  // (ab|cd) in chemists' notation for all functions of shells a, b, c, d, row-major [a][b][c][d], in hartree; valid
  // until the next call. nullptr if every primitive quartet is below the precision: all integrals are then zero to that
  // precision. The shells may have any order; a >= b and c >= d are fastest.
  const double* compute(int a, int b, int c, int d);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fockproxy
