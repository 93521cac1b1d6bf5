// Builds that a test expects to be correct.
#pragma once

#include <gtest/gtest.h>

#include "dense/whole_matrix.hpp"
#include "fixed_system.hpp"
#include "fock/fock_build.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {

// The result. If verification failed, the test fails with the difference. Throws, on all ranks, if there is no result.
inline FockBuild verified(FinishedBuild finished) {
  EXPECT_TRUE(finished.verified()) << finished.verification().first_failure();
  return std::move(finished).result();
}

// A density in the form for builds, with blocks smaller than any molecule of a test.
inline SpinDense dealt_out(const SpinMatrices& density) {
  return distributed(ProcessGrid::of_all(world(), 3), density);
}

// Collective.
inline double largest_difference(const SpinDense& a, const SpinMatrices& b) { return largest_difference(whole(a), b); }

}  // namespace fockproxy::testing
