#include "eri/quartet_engine.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fockproxy::eri {

QuartetEngine::QuartetEngine(const PairTable& table, const KernelSet& kernels)
    : table_(table), kernels_(kernels), views_(table) {}

const KernelSet& QuartetEngine::kernels_for(const ShellPair& ket) const {
  const KernelSet* kernels = &kernels_;
  while (kernels->narrower && ket.primitives <= kernels->narrower->lanes) kernels = kernels->narrower;
  return *kernels;
}

const double* QuartetEngine::compute(int a, int b, int c, int d) {
  const ShellPair *bra = table_.find(a, b), *ket = table_.find(c, d);
  if (!bra || !ket) return nullptr;
  const bool swapped = !views_.is_bra(bra->pair_class, ket->pair_class);
  if (swapped) std::swap(bra, ket);
  const QuartetView quartet{view_of(table_, *bra),
                            view_of(table_, *ket),
                            &views_[bra->pair_class],
                            &views_[ket->pair_class],
                            boys_tables(),
                            table_.precision(),
                            single_ && fits_single(views_[bra->pair_class], views_[ket->pair_class])};
  kernel_order_.resize(static_cast<std::size_t>(quartet.bra_class->functions) * quartet.ket_class->functions);
  if (!kernels_for(*ket).compute_quartet(quartet, workspace_, kernel_order_.data())) return nullptr;

  // Strides of a, b, c and d in the result of the kernels.
  const int width = quartet.ket_class->functions;
  const std::array<int, 2> bra_strides{quartet.bra_class->functions_b * width, width};
  const std::array<int, 2> ket_strides{quartet.ket_class->functions_b, 1};
  const auto& ab = swapped ? ket_strides : bra_strides;
  const auto& cd = swapped ? bra_strides : ket_strides;
  const bool flip_ab = (swapped ? ket : bra)->a != a, flip_cd = (swapped ? bra : ket)->a != c;
  const auto& shells = table_.shells();
  result_.clear();
  for (int i = 0; i < shells[a].functions(); ++i)
    for (int j = 0; j < shells[b].functions(); ++j)
      for (int k = 0; k < shells[c].functions(); ++k)
        for (int l = 0; l < shells[d].functions(); ++l)
          result_.push_back(kernel_order_[i * ab[flip_ab] + j * ab[!flip_ab] + k * cd[flip_cd] + l * cd[!flip_cd]]);
  return result_.data();
}

void QuartetEngine::largest_self_repulsion(int a, int b, double* result) {
  const GeneralizedShell &sa = table_.shells()[a], &sb = table_.shells()[b];
  std::fill_n(result, sa.columns * sb.columns, 0.0);
  const ShellPair* pair = table_.find(a, b);
  if (!pair) return;
  const PairView view = view_of(table_, *pair);
  const ClassView& shape = views_[pair->pair_class];
  kernel_order_.resize(static_cast<std::size_t>(shape.functions) * shape.functions);
  const QuartetView quartet{view, view, &shape, &shape, boys_tables(), 0, false};
  if (!kernels_for(*pair).compute_quartet(quartet, workspace_, kernel_order_.data())) return;
  for (int i = 0; i < sa.functions(); ++i)
    for (int j = 0; j < sb.functions(); ++j) {
      const int function = pair->a == a ? i * shape.functions_b + j : j * shape.functions_b + i;
      double& largest = result[i / sa.components * sb.columns + j / sb.components];
      largest = std::max(largest, kernel_order_[static_cast<std::size_t>(function) * (shape.functions + 1)]);
    }
}

}  // namespace fockproxy::eri
