#include "tasks/quartet_screen.hpp"

#include <bit>

#include "support/random.hpp"

namespace fockproxy {

namespace {

Matrix block_maxima(const BlockPartition& partition, const MatrixView& shells) {
  Matrix blocks(partition.blocks(), partition.blocks());
  for (int i = 0; i < partition.blocks(); ++i)
    for (int j = 0; j < partition.blocks(); ++j)
      blocks(i, j) =
          shells.block(partition.first_shell(i), partition.first_shell(j), partition.shells(i), partition.shells(j))
              .maxCoeff();
  return blocks;
}

}  // namespace

QuartetScreen::QuartetScreen(const BlockPartition& partition, const ShellTables& tables, double threshold,
                             double single_below)
    : threshold_(threshold), single_below_(single_below), shells_(tables) {
  block_schwarz_ = block_maxima(partition, shells_.schwarz);
  block_coulomb_ = block_maxima(partition, shells_.coulomb);
  block_exchange_ = block_maxima(partition, shells_.exchange);
  row_schwarz_.resize(partition.blocks());
  for (int k = 0; k < partition.blocks(); ++k) row_schwarz_(k) = block_schwarz_.row(k).head(k + 1).maxCoeff();
  largest_schwarz_ = block_schwarz_.maxCoeff();
  largest_density_ = std::max(block_coulomb_.maxCoeff(), block_exchange_.maxCoeff());
}

std::uint64_t QuartetScreen::hash() const {
  std::uint64_t h = hash64(std::bit_cast<std::uint64_t>(threshold_));
  h = hash_append(h, std::bit_cast<std::uint64_t>(single_below_));
  for (const MatrixView* m : {&shells_.schwarz, &shells_.coulomb, &shells_.exchange})
    for (Eigen::Index e = 0; e < m->size(); ++e) h = hash_append(h, std::bit_cast<std::uint64_t>(m->data()[e]));
  return h;
}

}  // namespace fockproxy
