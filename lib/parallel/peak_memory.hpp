// How much memory something needed while it ran.
#pragma once

namespace fockproxy {

// Resident bytes beyond those at construction, at most, since then (Linux, /proc/self). Of the whole process. Local.
class PeakMemory {
 public:
  PeakMemory();
  // nothing known: a negative number, where the kernel does not tell.
  double bytes() const;

 private:
  double before_;
};

}  // namespace fockproxy
