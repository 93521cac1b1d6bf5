// Every progress strategy as a parameter of tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "progress/progress_strategy.hpp"

namespace fockproxy::testing {

inline std::vector<std::string_view> strategy_names() {
  std::vector<std::string_view> all;
  for (const ProgressEntry& entry : progress_table()) all.push_back(entry.name);
  return all;
}

// GoogleTest does not allow dashes.
inline std::string test_name_of(const ::testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace fockproxy::testing
