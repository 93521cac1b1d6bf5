// What a run checked about itself, and what came out.
#pragma once

#include <string>
#include <vector>

#include "verification/coverage.hpp"

namespace fockproxy {

// One check, over one build or (after merging) a whole run: the largest deviation seen, beside what is allowed.
struct Check {
  std::string name;
  double deviation;
  double allowed;
  std::string detail;  // for a failed check: what differed and where; else how much was checked
  int builds = 1;      // in how many builds it was made

  // A deviation that is not a number fails.
  bool passed() const { return deviation <= allowed; }
};

class Verification {
 public:
  void add(Check check) { checks_.push_back(std::move(check)); }
  void add(const Coverage& coverage) { coverage_ += coverage; }
  // Keeps, for every name, the check with the largest deviation relative to what is allowed, and adds up the builds
  // and what was covered; failures win.
  void merge(const Verification& other);

  // False as well where nothing was checked, and where tasks were done of which none was recomputed.
  bool passed() const;
  const std::vector<Check>& checks() const { return checks_; }
  const Coverage& coverage() const { return coverage_; }
  std::string first_failure() const;  // "name: detail", empty when all passed

 private:
  std::vector<Check> checks_;
  Coverage coverage_;
};

}  // namespace fockproxy
