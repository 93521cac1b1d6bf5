// The command line of `fockproxy gsum`.
#pragma once

#include <string>
#include <vector>

#include "app/shared/option_group.hpp"
#include "app/shared/timed_rows.hpp"
#include "experiment/global_sum_measurement.hpp"

namespace fockproxy {

struct GsumOptions {
  std::vector<Choice<GlobalSumEntry>> methods;  // after resolve(): all methods if none was named
  std::vector<std::string> windows{"allocate"};
  std::vector<std::string> sizes{"1k", "64k", "4M", "64M"};
  std::vector<std::string> chunks{"32k", "1M", "whole"};
  double late = 0;  // seconds; 0: all ranks arrive together
  bool beside_work = false;
  EffortOptions effort;
  bool inject = false;
  ThreadLevelOption thread_level;
  OutputOptions output;

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const { return thread_level.apply({}, "fockproxy gsum"); }

  // Set by resolve(): every case in the order of the table.
  std::vector<GlobalSumCase> cases;
};

}  // namespace fockproxy
