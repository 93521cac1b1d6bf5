#include "parallel/node_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/node_ranks.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

using testing::world;

class NodeArrays : public ::testing::TestWithParam<bool> {};  // whether it may be shared
INSTANTIATE_TEST_SUITE_P(SharedOrNot, NodeArrays, ::testing::Bool());

template <class T>
void fill_and_read(bool may_share) {
  constexpr std::size_t size = 10007;
  NodeArray<T> array(world(), size, may_share);
  for (const T round : {T{1}, T{2}, T{3}}) {
    const auto elements = array.begin();
    ASSERT_EQ(elements.size(), size);
    // One rank writes each element; neighbours have different ranks, which change from round to round.
    for (std::size_t i = 0; i < size; ++i)
      if (static_cast<int>((i + static_cast<std::size_t>(round)) % world().size()) == world().rank())
        elements[i] = round * static_cast<T>(i) + 1;
    array.finish();
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(array.elements()[i], round * static_cast<T>(i) + 1) << i;
  }
}

TEST_P(NodeArrays, HoldWhatAllRanksWroteRoundAfterRound) {
  fill_and_read<double>(GetParam());
  fill_and_read<std::int64_t>(GetParam());
}

TEST_P(NodeArrays, AreSharedWhereRanksShareANode) {
  NodeRanks node(world());
  MPI_Comm_free(&node.comm);
  const NodeArray<double> array(world(), 100, GetParam());
  EXPECT_EQ(array.is_shared(), GetParam() && world().max(node.size) > 1);
}

TEST_P(NodeArrays, MayBeEmptyAndMayMove) {
  NodeArray<double> empty(world(), 0, GetParam());
  empty.begin();
  empty.finish();
  NodeArray<double> array(world(), 3, GetParam());
  NodeArray<double> moved(std::move(array));
  if (const auto elements = moved.begin(); world().is_root()) std::ranges::fill(elements, 7.0);
  moved.finish();
  for (const double element : moved.elements()) EXPECT_EQ(element, 7.0);
}

}  // namespace
}  // namespace fockproxy
