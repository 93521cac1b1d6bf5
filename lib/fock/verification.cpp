#include "fock/verification.hpp"

#include <algorithm>

namespace fockproxy {

void Verification::merge(const Verification& other) {
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

bool Verification::passed() const { return std::ranges::all_of(checks_, &Check::passed); }

std::string Verification::first_failure() const {
  const auto failed = std::ranges::find_if_not(checks_, &Check::passed);
  return failed == checks_.end() ? "" : failed->name + ": " + failed->detail;
}

}  // namespace fockproxy
