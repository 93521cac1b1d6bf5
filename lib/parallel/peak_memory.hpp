// The memory that a process needs, in total or during a period.
#pragma once

namespace fockproxy {

// Resident bytes of this process now; negative if the kernel does not report them (Linux, /proc/self). Local.
double resident_bytes();

// The most that was resident since the process began, or since a PeakMemory did. Pages that processes share (windows
// and tables of a node) are shared out among those that touched them, as they lie now: what the ranks of a node take
// together is the sum. Negative where the kernel does not tell. Local.
double peak_resident_share();

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
