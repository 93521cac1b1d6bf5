// What a run checked about itself, and what came out.
#pragma once

#include <string>
#include <vector>

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
  // Keeps, for every name, the check with the largest deviation relative to what is allowed, and adds up the builds;
  // failures win.
  void merge(const Verification& other);

  bool passed() const;
  const std::vector<Check>& checks() const { return checks_; }
  std::string first_failure() const;  // "name: detail", empty when all passed

 private:
  std::vector<Check> checks_;
};

}  // namespace fockproxy
