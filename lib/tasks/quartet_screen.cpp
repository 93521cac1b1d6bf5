#include "tasks/quartet_screen.hpp"

#include <bit>

#include "support/random.hpp"

namespace fockproxy {

namespace {

Matrix block_maxima(const BlockPartition& partition, const Matrix& shells) {
  Matrix blocks(partition.blocks(), partition.blocks());
  for (int i = 0; i < partition.blocks(); ++i)
    for (int j = 0; j < partition.blocks(); ++j)
      blocks(i, j) = shells
                         .block(partition.first_shell(i), partition.first_shell(j), partition.shells(i),
                                partition.shells(j))
                         .maxCoeff();
  return blocks;
}

}  // namespace

Matrix largest_of_groups(const BasisSet& basis, const Matrix& shells) {
  Matrix result = shells;
  const int n = basis.shells();
  const auto end = [&](int first) {
    int last = first + 1;
    while (last < n && basis.shell(last).contraction_group == basis.shell(first).contraction_group) ++last;
    return last;
  };
  for (int a = 0; a < n; a = end(a))
    for (int b = 0; b < n; b = end(b)) {
      auto block = result.block(a, b, end(a) - a, end(b) - b);
      if (block.size() > 1) block.setConstant(block.maxCoeff());
    }
  return result;
}

QuartetScreen::QuartetScreen(const BasisSet& basis, const BlockPartition& partition, const Matrix& schwarz,
                             const ShellMaxima& density, double threshold)
    : threshold_(threshold),
      schwarz_(largest_of_groups(basis, schwarz)),
      coulomb_(largest_of_groups(basis, 4.0 * density.coulomb)),
      exchange_(largest_of_groups(basis, density.exchange)) {
  block_schwarz_ = block_maxima(partition, schwarz_);
  block_coulomb_ = block_maxima(partition, coulomb_);
  block_exchange_ = block_maxima(partition, exchange_);
  row_schwarz_.resize(partition.blocks());
  for (int k = 0; k < partition.blocks(); ++k) row_schwarz_(k) = block_schwarz_.row(k).head(k + 1).maxCoeff();
  largest_schwarz_ = schwarz_.maxCoeff();
  largest_density_ = std::max(coulomb_.maxCoeff(), exchange_.maxCoeff());
}

std::uint64_t QuartetScreen::hash() const {
  std::uint64_t h = hash64(std::bit_cast<std::uint64_t>(threshold_));
  for (const Matrix* m : {&schwarz_, &coulomb_, &exchange_})
    for (Eigen::Index e = 0; e < m->size(); ++e)
      h = hash_append(h, std::bit_cast<std::uint64_t>(m->data()[e]));
  return h;
}

double QuartetScreen::bytes() const {
  return 8.0 * (3.0 * static_cast<double>(schwarz_.size()) + 3.0 * static_cast<double>(block_schwarz_.size()));
}

}  // namespace fockproxy
