// All data of pairs of generalized shells that do not depend on the other pair of a quartet.
#pragma once

#include <cstddef>
#include <vector>

#include "eri/kernel/task_view.hpp"
#include "eri/pair_class.hpp"

namespace fockproxy::eri {

// A pair of generalized shells and its significant primitive pairs, the largest bound first. The first shell is the one
// of higher angular momentum, then the one of more columns, then the later one in the basis.
struct ShellPair {
  int a, b;                   // generalized shells
  int pair_class;             // in PairTable::classes
  int primitives;             // significant ones; at least 1
  std::size_t first;          // index of its data in PairTable::data: `primitives` times 4 + values doubles
  std::size_t first_bound;    // index of its bounds in PairTable::bounds
  double of_primitives;       // sum_of_primitives() (eri/cancellation.hpp); 0 for one primitive
  std::size_t first_grouped;  // index in PairTable::order, for a class with factors
  bool outer_a;               // each of its groups has one primitive of a, else of b
};

// Computed once and shared by all threads of a process; immutable. The bound of a primitive pair is that of ShellPairs
// (integrals/repulsion_engine.hpp), with the same guarantee for the same `precision`, hartree: the neglected part of
// any integral is below it. 0 keeps every primitive pair that does not underflow.
class PairTable {
 public:
  PairTable(const BasisSet& basis, double precision);

  double precision() const { return precision_; }
  // The largest sqrt((ab|ab)) of the neglected part of any pair.
  double largest_neglected() const { return largest_bound_ > 0 ? precision_ / largest_bound_ : 0; }
  const std::vector<GeneralizedShell>& shells() const { return shells_; }
  const std::vector<PairClass>& classes() const { return classes_; }
  // The largest exponent p of the pairs of a class.
  double largest_exponent(int pair_class) const { return largest_exponents_[static_cast<std::size_t>(pair_class)]; }
  // The pair of two generalized shells, in either order; nullptr if the whole pair is negligible with any other pair.
  const ShellPair* find(int a, int b) const;
  // For each primitive pair: its exponent p, its centre (bohr), the values of the entries of its class, and the factors
  // of its class. The values include the factor sqrt(2) pi^(5/4) / p: (ab|cd) = sum (p + q)^(-1/2) E_ab E_cd
  // (-1)^(t'+u'+v') R_(t+t',u+u',v+v').
  const double* data(const ShellPair& pair) const { return data_.data() + pair.first; }
  const double* bounds(const ShellPair& pair) const { return bounds_.data() + pair.first_bound; }
  // The same primitive pairs by groups. Each group has one primitive of one shell, so the columns of the other shell
  // can be contracted within it, and those of this shell after that. Bounds decrease within a group. nullptr without
  // factors.
  const GroupedPrimitive* order(const ShellPair& pair) const {
    return classes_[static_cast<std::size_t>(pair.pair_class)].factors() > 0 ? order_.data() + pair.first_grouped
                                                                             : nullptr;
  }
  LargestPair largest_pair(int pair_class) const { return largest_pairs_[static_cast<std::size_t>(pair_class)]; }
  double bytes() const;
  // The value of bytes() and the number of pairs, computed without making the table, so that a table that is too large
  // can be refused. Beyond a thousand shells they are estimated from a sample of pairs, so even a molecule a hundred
  // times too large is refused in seconds.
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
  Size count(Rows rows);                                          // counts the significant pairs
  void group(const std::vector<int>& kept, ShellPair& pair);
  std::vector<int> significant(const std::vector<double>& bounds) const;
  int class_of(const GeneralizedShell& a, const GeneralizedShell& b);

  double precision_;
  double largest_bound_;  // of any primitive pair
  std::vector<GeneralizedShell> shells_;
  std::vector<PairClass> classes_;
  std::vector<ShellPair> pairs_;
  std::vector<int> index_;  // of the pair (a, b <= a); -1: none
  std::vector<double> data_, bounds_, largest_exponents_;
  std::vector<GroupedPrimitive> order_;
  std::vector<LargestPair> largest_pairs_;  // by class
};

}  // namespace fockproxy::eri
