// The checks of a build or run, and their results.
#pragma once

#include <string>
#include <vector>

#include "verification/coverage.hpp"

namespace fockproxy {

// One check of one build or, after merge(), of a run: the largest deviation that was found, and the allowed one.
struct Check {
  std::string name;
  double deviation;
  double allowed;
  std::string detail;  // of a failed check: what differed and where; otherwise how much was checked
  int builds = 1;      // number of builds that were checked

  // False if the deviation is NaN.
  bool passed() const { return deviation <= allowed; }
};

class Verification {
 public:
  void add(Check check) { checks_.push_back(std::move(check)); }
  void add(const Coverage& coverage) { coverage_ += coverage; }
  // For every name it keeps the check with the largest deviation relative to the allowed one; a failed check has
  // precedence. It adds up the builds and the coverage.
  void merge(const Verification& other);

  // False also if nothing was checked, and if tasks were done but none of them was recomputed.
  bool passed() const;
  const std::vector<Check>& checks() const { return checks_; }
  const Coverage& coverage() const { return coverage_; }
  std::string first_failure() const;  // "name: detail"; empty if all passed

 private:
  std::vector<Check> checks_;
  Coverage coverage_;
};

}  // namespace fockproxy
