#include "verification/verification.hpp"

#include <algorithm>

namespace fockproxy {

void Verification::merge(const Verification& other) {
  coverage_ += other.coverage_;
  for (const Check& check : other.checks_) {
    const auto known = std::ranges::find(checks_, check.name, &Check::name);
    if (known == checks_.end()) {
      checks_.push_back(check);
      continue;
    }
    const int builds = known->builds + check.builds;
    if (known->passed() && (!check.passed() || check.deviation * known->allowed > known->deviation * check.allowed))
      *known = check;
    known->builds = builds;
  }
}

bool Verification::passed() const { return first_failure().empty(); }

std::string Verification::first_failure() const {
  if (checks_.empty()) return "verification: nothing was checked";
  const auto failed = std::ranges::find_if_not(checks_, &Check::passed);
  if (failed != checks_.end()) return failed->name + ": " + failed->detail;
  if (coverage_.tasks > 0 && coverage_.tasks_recomputed == 0) return "verification: no task was recomputed";
  return "";
}

}  // namespace fockproxy
