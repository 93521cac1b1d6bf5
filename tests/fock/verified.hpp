// Builds that a test expects to be right.
#pragma once

#include <gtest/gtest.h>

#include "fock/fock_build.hpp"

namespace fockproxy::testing {

// The result, after a failure of the test that says what differed. Throws, on every rank alike, where there is none.
inline FockBuild verified(FinishedBuild finished) {
  EXPECT_TRUE(finished.verified()) << finished.verification().first_failure();
  return std::move(finished).result();
}

}  // namespace fockproxy::testing
