// Exact checksums detect every change of one word, and every word in a wrong place.
#include "blocks/word_checksums.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "fock/fixed_system.hpp"
#include "fock/packed.hpp"
#include "matrices/whole_panels.hpp"
#include "support/random.hpp"

namespace fockproxy {
namespace {

const BlockLayout ragged({0, 3, 4, 9}, 2);
const WordChecksums checksums(ragged, 7);

using Rows = std::vector<std::uint64_t>;

IntegerMatrix made_up_integers() {
  IntegerMatrix matrix(ragged.functions(), ragged.matrix_columns());
  for (Eigen::Index e = 0; e < matrix.size(); ++e) matrix.data()[e] = static_cast<std::int64_t>(hash64(e));
  return matrix;
}

Rows rows_of_blocks(const IntegerMatrix& matrix) {
  Rows rows(static_cast<std::size_t>(ragged.functions()));
  for (int i = 0; i < ragged.blocks(); ++i)
    for (int j = 0; j < ragged.blocks(); ++j) {
      const IntegerMatrix block =
          matrix.block(ragged.first_row(i), ragged.first_column(j), ragged.rows(i), ragged.columns(j));
      checksums.add_rows(i, j, block.data(), rows);
    }
  return rows;
}

TEST(WordChecksums, OfCopiesAreThoseOfTheTable) {
  const SpinMatrices spins{testing::made_up_density(9, 1), testing::made_up_density(9, 2)};
  const Matrix packed = testing::pack_spins(ragged, spins);
  for (const int ranks : {1, 4}) {
    const Ownership ownership(ragged, ranks);
    Rows table(9);
    for (int rank = 0; rank < ranks; ++rank) {
      const Rows its = checksums.table(ownership, rank, panel_of(ragged, ownership, packed, rank));
      for (std::size_t b = 0; b < table.size(); ++b) table[b] += its[b];
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        EXPECT_EQ(checksums.checksum(i, j, testing::block_of(ragged, packed, i, j).data()), table[3 * i + j]);
  }
}

TEST(WordChecksums, SeeTheLastBitOfADouble) {
  std::vector<double> block(static_cast<std::size_t>(ragged.elements(2, 2)));
  for (std::size_t e = 0; e < block.size(); ++e) block[e] = unit_interval(hash64(e)) - 0.5;
  const std::uint64_t right = checksums.checksum(2, 2, block.data());
  for (double& element : block) {
    const double kept = element;
    element = std::bit_cast<double>(std::bit_cast<std::uint64_t>(element) ^ 1);
    EXPECT_NE(checksums.checksum(2, 2, block.data()), right);
    element = kept;
  }
  EXPECT_EQ(checksums.checksum(2, 2, block.data()), right);
}

TEST(WordChecksums, OfPanelsAreThoseOfTheirBlocks) {
  const IntegerMatrix matrix = made_up_integers();
  for (const int ranks : {1, 3, 4}) {
    const Ownership ownership(ragged, ranks);
    Rows rows(static_cast<std::size_t>(ragged.functions()));
    for (int rank = 0; rank < ranks; ++rank) {
      const auto [row, its_rows, column, columns] = ownership.area(ragged, rank);
      checksums.add_rows(ownership, rank, matrix.block(row, column, its_rows, columns), rows);
    }
    EXPECT_EQ(rows, rows_of_blocks(matrix));
  }
}

// For one element: any of its bits lost, or added to any other element.
TEST(WordChecksums, SeeEveryBitThatIsLostOrMisplaced) {
  IntegerMatrix matrix = made_up_integers();
  const Rows right = rows_of_blocks(matrix);
  for (Eigen::Index e = 0; e < matrix.size(); ++e)
    for (int bit = 0; bit < 64; ++bit) {
      const auto delta = std::uint64_t{1} << bit;
      const auto add = [&](Eigen::Index to, std::uint64_t what) {
        matrix.data()[to] = static_cast<std::int64_t>(static_cast<std::uint64_t>(matrix.data()[to]) + what);
      };
      add(e, delta);
      EXPECT_NE(rows_of_blocks(matrix), right) << e << " bit " << bit;
      // The weights of two columns differ in their lower half.
      for (Eigen::Index to = 0; to < matrix.size() && bit < 32; to += bit == 0 ? 1 : 7) {
        if (to == e) continue;
        add(to, -delta);
        EXPECT_NE(rows_of_blocks(matrix), right) << e << " to " << to << " bit " << bit;
        add(to, delta);
      }
      add(e, -delta);
    }
}

}  // namespace
}  // namespace fockproxy
