// Patches: their datatypes visit the stated elements, and a lost accumulate is detected in every shape and window.
#include "check/patches.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

using testing::world;

constexpr PatchShape shapes[] = {PatchShape::contiguous, PatchShape::strided, PatchShape::vector, PatchShape::indexed,
                                 PatchShape::hindexed};

// MPI_Pack walks a datatype without communication.
TEST(Patch, IsWhatItsDatatypeSays) {
  constexpr int rows = 9, columns = 17;
  std::vector<double> matrix(rows * columns);
  std::iota(matrix.begin(), matrix.end(), 0.0);
  for (const PatchShape shape : shapes)
    for (int variant = 0; variant < Patch::variants; ++variant) {
      const Patch patch(shape, rows, columns, variant);
      std::vector<double> packed(patch.elements().size());
      int size = 0, position = 0;
      MPI_Type_size(patch.type(), &size);
      ASSERT_EQ(size, static_cast<int>(packed.size() * sizeof(double)));
      MPI_Pack(matrix.data(), 1, patch.type(), packed.data(), size, &position, world().handle());
      EXPECT_EQ(packed, std::vector<double>(patch.elements().begin(), patch.elements().end()));
      const std::set<int> distinct(patch.elements().begin(), patch.elements().end());
      EXPECT_EQ(distinct.size(), patch.elements().size());
      EXPECT_GE(*distinct.begin(), 0);
      EXPECT_LT(*distinct.rbegin(), rows * columns);
    }
}

// The expected sums rely on it.
TEST(Patch, RepeatsItsPlaces) {
  for (const PatchShape shape : shapes)
    for (int variant = 0; variant < Patch::variants; ++variant)
      EXPECT_EQ(Patch(shape, 13, 19, variant).elements(), Patch(shape, 13, 19, variant + Patch::variants).elements());
}

TEST(CheckPatches, SeesALostAccumulate) {
  const CheckContext context{testing::runtime(), testing::watchdog(), testing::waiting_is_slow()};
  for (const PatchShape shape : shapes) {
    EXPECT_EQ(check_patches(context, {}, shape, false).status, Status::pass);
    EXPECT_EQ(check_patches(context, {}, shape, true).status, Status::fail);
  }
}

}  // namespace
}  // namespace fockproxy::check
