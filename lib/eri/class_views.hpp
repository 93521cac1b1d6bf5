// Pair classes and pairs in the form for the kernels.
#pragma once

#include <vector>

#include "eri/kernel/task_view.hpp"
#include "eri/pair_table.hpp"

namespace fockproxy::eri {

// Views of all classes of a table, which must outlive it. Immutable; thread-safe.
class ClassViews {
 public:
  explicit ClassViews(const PairTable& table);
  ClassViews(const ClassViews&) = delete;
  ClassViews& operator=(const ClassViews&) = delete;

  const ClassView& operator[](int pair_class) const { return views_[pair_class]; }
  // The class of a view of this object.
  int class_of(const ClassView& view) const { return static_cast<int>(&view - views_.data()); }
  int size() const { return static_cast<int>(views_.size()); }
  // Whether the first is the bra of the two: the one of higher angular momentum, then the one of fewer columns.
  bool is_bra(int first, int second) const { return rank_[first] >= rank_[second]; }

 private:
  std::vector<ClassView> views_;
  std::vector<int> rank_;
  std::vector<std::vector<int>> integers_;
  std::vector<std::vector<double>> signs_;
};

// The view of a pair with all data that do not depend on blocks or bounds.
PairView view_of(const PairTable& table, const ShellPair& pair);

}  // namespace fockproxy::eri
