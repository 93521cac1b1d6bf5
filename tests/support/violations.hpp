// Contract checks as GoogleTest assertions.
#pragma once

#include <gtest/gtest.h>

#include "contracts/violations.hpp"

namespace fockproxy::testing {

using namespace contracts;

inline ::testing::AssertionResult none(const Violations& violations) {
  if (violations.empty()) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure();
  for (const std::string& violation : violations) failure << "\n  " << violation;
  return failure;
}

}  // namespace fockproxy::testing
