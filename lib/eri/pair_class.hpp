// The common data of all pairs of generalized shells of two kinds: the Hermite Gaussians of each product of two
// functions.
#pragma once

#include <array>
#include <vector>

#include "eri/generalized_shell.hpp"

namespace fockproxy::eri {

// The number of Hermite Gaussians Lambda_tuv with t + u + v <= l, and the index of one of them; t is slowest.
constexpr int hermite_count(int l) { return (l + 1) * (l + 2) * (l + 3) / 6; }
int hermite_index(int l, int t, int u, int v);

// The expansion of products of two primitive Gaussians in Hermite Gaussians (McMurchie & Davidson, J. Comput. Phys. 26,
// 218 (1978)): product ab = sum_e value[e] Lambda_{tuv(e)}, e in [first_entry[ab], first_entry[ab + 1]). The list is
// the same for every pair of the class, and only the values differ. ab = a * functions_b + b. Each index runs over the
// columns of its shell, and within them over the components.
// Columns differ only in their coefficients. If there are many columns, the coefficients are kept apart, as factors.
// Products are then those of components alone, those of a slower. Function ab of columns i and j is the product of
// their components times factors i and columns_a + j.
// For a shell with itself the sum over primitive pairs q <= p gives only half of the function. The half with j and i
// exchanged must be added, and the factor of b is halved for p = q. Such pairs on one centre have their own class from
// l = 2 on, because most of their Hermite Gaussians vanish. Immutable; thread-safe.
class PairClass {
 public:
  // The class of pairs like (a, b). Precondition: a's angular momentum is not smaller than b's.
  PairClass(const GeneralizedShell& a, const GeneralizedShell& b);
  bool contains(const GeneralizedShell& a, const GeneralizedShell& b) const;

  int angular_momentum() const { return la_ + lb_; }  // of the product
  bool one_centre() const { return one_centre_; }     // false if such pairs share a class with others
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
  int factors() const { return factors_; }  // columns_a + columns_b, or 0 if the entries include the coefficients
  int values() const { return entries() + factors_; }

  const std::vector<int>& first_entry() const { return first_entry_; }  // products + 1
  const std::vector<std::array<int, 3>>& tuv() const { return tuv_; }   // by entry

  // Writes the values of all entries for a pair of primitives of a and b, and then the factors, to `values`.
  // Coefficients are the only prefactors in them. `scratch` is working memory that the caller keeps from call to call.
  struct Primitives {
    int p, q;
    bool both;  // also q of a and p of b, which is the same for a shell with itself
  };
  void expand(const GeneralizedShell& a, const GeneralizedShell& b, Primitives primitives, std::vector<double>& scratch,
              double* values) const;

 private:
  PairClass(const GeneralizedShell& a, const GeneralizedShell& b, bool one_centre);

  struct Term {
    double coefficient;
    int x, y, z;  // indices in the tables of one-dimensional coefficients
  };

  int la_, lb_, columns_a_, columns_b_, components_a_, components_b_, factors_ = 0;
  bool one_centre_, spherical_;
  std::vector<int> first_entry_;
  std::vector<std::array<int, 3>> tuv_;
  // By entries of one pair of columns, in the same order. With factors, first_entry_ has the role of the former.
  std::vector<int> first_component_entry_, first_term_;
  std::vector<Term> terms_;
};

}  // namespace fockproxy::eri
