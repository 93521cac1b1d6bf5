// What all pairs of generalized shells of two kinds have in common: which Hermite Gaussians each product of two
// functions is made of.
#pragma once

#include <array>
#include <vector>

#include "eri/generalized_shell.hpp"

namespace fockproxy::eri {

// Hermite Gaussians Lambda_tuv with t + u + v <= l, t slowest: their number, and the place of one.
constexpr int hermite_count(int l) { return (l + 1) * (l + 2) * (l + 3) / 6; }
int hermite_index(int l, int t, int u, int v);

// Expansion of products of two primitive Gaussians in Hermite Gaussians (McMurchie & Davidson, J. Comput. Phys. 26,
// 218 (1978)): product ab = sum_e value[e] Lambda_{tuv(e)}, e in [first_entry[ab], first_entry[ab + 1]). The list is
// the same for every pair of the class, only the values differ. ab = a * functions_b + b, each running over the
// columns and within them over the components of its shell.
// Columns differ by nothing but their coefficients. Where there are many, these stand apart, as factors: products are
// then those of components alone, a's slower, and function ab of columns i and j is its components' product times
// factors i and columns_a + j. Of a shell with itself the sum of these over primitive pairs q <= p is only half of it:
// that of j and i has to be added, and where p = q the factor of b is halved. Such pairs on one centre have a class of
// their own from l = 2 on: most of their Hermite Gaussians drop out. Immutable; thread-safe.
class PairClass {
 public:
  // The class of pairs like (a, b). Precondition: a's angular momentum is not smaller than b's.
  PairClass(const GeneralizedShell& a, const GeneralizedShell& b);
  bool contains(const GeneralizedShell& a, const GeneralizedShell& b) const;

  int angular_momentum() const { return la_ + lb_; }  // of the product
  bool one_centre() const { return one_centre_; }     // false where such pairs are in one class with others
  int la() const { return la_; }
  int lb() const { return lb_; }
  int functions_a() const { return columns_a_ * components_a_; }
  int functions_b() const { return columns_b_ * components_b_; }
  int functions() const { return functions_a() * functions_b(); }
  int columns_a() const { return columns_a_; }
  int columns_b() const { return columns_b_; }
  int components_a() const { return components_a_; }
  int components_b() const { return components_b_; }
  int components() const { return components_a_ * components_b_; }
  int products() const { return static_cast<int>(first_entry_.size()) - 1; }  // functions, or components
  int entries() const { return static_cast<int>(tuv_.size()); }
  int factors() const { return factors_; }  // columns_a + columns_b, or 0 where coefficients are in the entries
  int values() const { return entries() + factors_; }

  const std::vector<int>& first_entry() const { return first_entry_; }  // products + 1
  const std::vector<std::array<int, 3>>& tuv() const { return tuv_; }   // by entry

  // Values of all entries for a pair of primitives of a and b, without prefactors other than coefficients, and then the
  // factors, to `values`. `scratch` is memory to work in, kept from call to call.
  struct Primitives {
    int p, q;
    bool both;  // also q of a and p of b, which a shell with itself has alike
  };
  void expand(const GeneralizedShell& a, const GeneralizedShell& b, Primitives primitives, std::vector<double>& scratch,
              double* values) const;

 private:
  PairClass(const GeneralizedShell& a, const GeneralizedShell& b, bool one_centre);

  struct Term {
    double coefficient;
    int x, y, z;  // places in the tables of one-dimensional coefficients
  };

  int la_, lb_, columns_a_, columns_b_, components_a_, components_b_, factors_ = 0;
  bool one_centre_, spherical_;
  std::vector<int> first_entry_;
  std::vector<std::array<int, 3>> tuv_;
  // By entries of one pair of columns, in the same order; the former are first_entry_ where there are factors.
  std::vector<int> first_component_entry_, first_term_;
  std::vector<Term> terms_;
};

}  // namespace fockproxy::eri
