#include "eri/simd_path.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"

namespace fockproxy::eri {
namespace {

TEST(SimdPath, AutoIsTheFastestThatTheProcessorHas) {
  const int chosen = find_simd_path("auto");
  EXPECT_TRUE(simd_paths()[chosen].available());
  for (int later = chosen + 1; later < static_cast<int>(simd_paths().size()); ++later)
    EXPECT_FALSE(simd_paths()[later].available());
}

TEST(SimdPath, ThePortableOneIsAlwaysThere) {
  EXPECT_EQ(find_simd_path("portable"), 0);
  EXPECT_TRUE(simd_paths()[0].available());
}

TEST(SimdPath, NamesArePathsOrErrors) {
  EXPECT_THROW(find_simd_path("sse9"), UsageError);
  for (int i = 0; i < static_cast<int>(simd_paths().size()); ++i) {
    const auto& path = simd_paths()[i];
    if (path.available()) EXPECT_EQ(find_simd_path(path.name), i);
    else EXPECT_THROW(find_simd_path(path.name), UsageError);
  }
}

}  // namespace
}  // namespace fockproxy::eri
