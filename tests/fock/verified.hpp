// Builds that a test expects to be right.
#pragma once

#include <gtest/gtest.h>

#include "dense/whole_matrix.hpp"
#include "fixed_system.hpp"
#include "fock/fock_build.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {

// The result, after a failure of the test that says what differed. Throws, on every rank alike, where there is none.
inline FockBuild verified(FinishedBuild finished) {
  EXPECT_TRUE(finished.verified()) << finished.verification().first_failure();
  return std::move(finished).result();
}

// A density as builds take it, in blocks that are smaller than any molecule of a test.
inline SpinDense dealt_out(const SpinMatrices& density) {
  return distributed(ProcessGrid::of_all(world(), 3), density);
}

// Collective.
inline double largest_difference(const SpinDense& a, const SpinMatrices& b) { return largest_difference(whole(a), b); }

}  // namespace fockproxy::testing
