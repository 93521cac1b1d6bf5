// Shows the progress of an action that takes longer than a few seconds and is not measured.
#pragma once

#include <string>

#include "support/clock.hpp"

namespace fockproxy {

// Writes on standard error, from the fourth second on, until it is destroyed. On a terminal, which may be that of its
// launcher, it writes one line and overwrites it once a second. Elsewhere it writes a line every 15 seconds, unless it
// is for terminals only. Local, for one thread.
class TimeLeft {
 public:
  enum class Where { anywhere, terminals };
  // `what`: the action and its actor, "verification: {} of F recomputed by Libint"; the percentage replaces {}. Writes
  // nothing unless `speaks`.
  TimeLeft(bool speaks, std::string what, Where where = Where::anywhere);
  ~TimeLeft();
  TimeLeft(const TimeLeft&) = delete;
  TimeLeft& operator=(const TimeLeft&) = delete;

  void tell(double share);  // share of the whole that is done
  bool told() const { return told_; }

 private:
  std::string what_;
  bool terminal_, speaks_, told_ = false;
  double start_ = now(), next_ = 3;  // seconds
};

}  // namespace fockproxy
