// How far something has come that takes longer than a few seconds, and is not measured.
#pragma once

#include <string>

#include "support/clock.hpp"

namespace fockproxy {

// On standard error, from the fourth second on, until it is destroyed: on a terminal, which may be its launcher's, one
// line, written over once a second; elsewhere a line every 15 seconds, unless for terminals only. Local, for one
// thread.
class TimeLeft {
 public:
  enum class Where { anywhere, terminals };
  // `what` is done, by whom: "verification: {} of F recomputed by Libint", with the percentage in place of {}. Says
  // nothing unless it `speaks`.
  TimeLeft(bool speaks, std::string what, Where where = Where::anywhere);
  ~TimeLeft();
  TimeLeft(const TimeLeft&) = delete;
  TimeLeft& operator=(const TimeLeft&) = delete;

  void tell(double share);  // of the whole
  bool told() const { return told_; }

 private:
  std::string what_;
  bool terminal_, speaks_, told_ = false;
  double start_ = now(), next_ = 3;  // seconds
};

}  // namespace fockproxy
