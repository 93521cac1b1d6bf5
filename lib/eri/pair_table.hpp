// Everything about pairs of generalized shells that does not depend on the other pair of a quartet.
#pragma once

#include <cstddef>
#include <vector>

#include "eri/kernel/task_view.hpp"
#include "eri/pair_class.hpp"

namespace fockproxy::eri {

// A pair of generalized shells and its significant primitive pairs, the largest bound first. The first shell is the
// one of higher angular momentum, then of more columns, then the later one in the basis.
struct ShellPair {
  int a, b;                   // generalized shells
  int pair_class;             // in PairTable::classes
  int primitives;             // significant ones; at least 1
  std::size_t first;          // of their data in PairTable::data: `primitives` times 4 + values doubles
  std::size_t first_bound;    // of their bounds in PairTable::bounds
  double of_primitives;       // sum_of_primitives (eri/cancellation.hpp); 0 for one primitive
  std::size_t first_grouped;  // in PairTable::order, of a class with factors
  bool outer_a;               // its groups are those of one primitive of a, else of b
};

// Computed once and shared by all threads of a process; immutable. The bound of a primitive pair is that of ShellPairs
// (integrals/repulsion_engine.hpp), with the same promise for the same `precision`: what is neglected of any integral
// is below it. 0 keeps every primitive pair that does not underflow.
class PairTable {
 public:
  PairTable(const BasisSet& basis, double precision);

  double precision() const { return precision_; }
  // What sqrt((ab|ab)) of the neglected part of any pair is at most.
  double largest_neglected() const { return largest_bound_ > 0 ? precision_ / largest_bound_ : 0; }
  const std::vector<GeneralizedShell>& shells() const { return shells_; }
  const std::vector<PairClass>& classes() const { return classes_; }
  // p of the pairs of a class, at most.
  double largest_exponent(int pair_class) const { return largest_exponents_[static_cast<std::size_t>(pair_class)]; }
  // The pair of two generalized shells, in either order; nullptr when all of it is negligible beside any other pair.
  const ShellPair* find(int a, int b) const;
  // For each primitive pair its exponent p, its centre (bohr), the values of its class's entries, with the factor
  // sqrt(2) pi^(5/4) / p in them, and its class's factors:
  // (ab|cd) = sum (p + q)^(-1/2) E_ab E_cd (-1)^(t'+u'+v') R_(t+t',u+u',v+v').
  const double* data(const ShellPair& pair) const { return data_.data() + pair.first; }
  const double* bounds(const ShellPair& pair) const { return bounds_.data() + pair.first_bound; }
  // The same primitive pairs by groups: each has one primitive of one shell, so that the other's columns can be
  // contracted within it, and this shell's after that. The bound falls within a group. nullptr without factors.
  const GroupedPrimitive* order(const ShellPair& pair) const {
    return classes_[static_cast<std::size_t>(pair.pair_class)].factors() > 0 ? order_.data() + pair.first_grouped
                                                                             : nullptr;
  }
  LargestPair largest_pair(int pair_class) const { return largest_pairs_[static_cast<std::size_t>(pair_class)]; }
  double bytes() const;
  // What bytes() would be, without making it: to be refused before it is. And of how many pairs. Past a thousand shells
  // estimated from the pairs of some: a molecule a hundred times too large is refused in seconds, too.
  struct Size {
    std::size_t pairs = 0, primitives = 0, values = 0, grouped = 0;
    double bytes = 0;
  };
  static Size size_of(const BasisSet& basis, double precision);

 private:
  // Rows of the triangle of shell pairs: all, or at most `most`, evenly spaced.
  struct Rows {
    int most = 0;  // 0 for all
    std::vector<int> of(int shells) const;
  };
  PairTable(const BasisSet& basis, double precision, Rows rows);  // without pairs
  Size count(Rows rows);                                          // what is significant
  void group(const std::vector<int>& kept, ShellPair& pair);
  std::vector<int> significant(const std::vector<double>& bounds) const;
  int class_of(const GeneralizedShell& a, const GeneralizedShell& b);

  double precision_;
  double largest_bound_;  // of any primitive pair
  std::vector<GeneralizedShell> shells_;
  std::vector<PairClass> classes_;
  std::vector<ShellPair> pairs_;
  std::vector<int> index_;  // of the pair (a, b <= a); -1 for none
  std::vector<double> data_, bounds_, largest_exponents_;
  std::vector<GroupedPrimitive> order_;
  std::vector<LargestPair> largest_pairs_;  // by class
};

}  // namespace fockproxy::eri
