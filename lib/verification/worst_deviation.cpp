#include "verification/worst_deviation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace fockproxy {

double WorstDeviation::ratio() const {
  if (allowed_ > 0) return deviation_ / allowed_;
  return deviation_ > 0 ? std::numeric_limits<double>::infinity() : 0;
}

bool WorstDeviation::add(double deviation, double allowed) {
  WorstDeviation other;
  other.deviation_ = std::isfinite(deviation) ? deviation : std::numeric_limits<double>::max();
  other.allowed_ = allowed;
  if (any_ && other.ratio() <= ratio()) return false;
  any_ = true;
  deviation_ = other.deviation_;
  allowed_ = other.allowed_;
  return true;
}

void WorstDeviation::set_place(std::string_view place) {
  place_.fill('\0');
  std::ranges::copy(place.substr(0, longest), place_.begin());
}

WorstDeviation WorstDeviation::over(const Communicator& comm) const {
  WorstDeviation worst;
  for (const WorstDeviation& other : comm.all_gather(*this)) {
    for (std::size_t i = 0; i < counts; ++i) worst.count[i] += other.count[i];
    if (other.any_ && worst.add(other.deviation_, other.allowed_)) worst.place_ = other.place_;
  }
  return worst;
}

}  // namespace fockproxy
