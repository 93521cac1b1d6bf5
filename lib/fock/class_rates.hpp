// What the integral kernels computed and how fast, by class of quartets: an instrumented build.
#pragma once

#include <string>
#include <vector>

#include "eri/class_views.hpp"
#include "eri/core_limits.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

struct ClassRate {
  // Bra and ket by angular momentum, with the number of contractions: "(p s|s2 s)"; a colon joins shells that have a
  // class of their own because they are on one centre: "(d4:p7|p7 p4)".
  std::string name;
  eri::KernelCounts counts;
  double seconds;  // integrals and digestion, of all ranks together
};

// How near a class comes to the limits of a core, as shares of them.
struct LimitShares {
  double flops;  // of the multiply-adds it can do, each precision by its own
  double bytes;  // of what it can load from its first level of cache
};
LimitShares shares_of(const ClassRate& rate, const eri::CoreLimits& limits);

// Not thread-safe: one per thread.
class ClassRates {
 public:
  // classes: the number of pair classes.
  explicit ClassRates(int classes) : classes_(classes), work_(static_cast<std::size_t>(classes) * classes) {}

  void clear() { work_.assign(work_.size(), {}); }
  void add(int bra_class, int ket_class, const eri::KernelCounts& counts, double seconds);

  // Collective: the sums over ranks of all classes that occurred, the slowest first; on rank 0, elsewhere empty. The
  // table must be the same on every rank.
  std::vector<ClassRate> gather(const Communicator& comm, const eri::PairTable& table) const;

 private:
  struct Work {
    eri::KernelCounts counts;
    double seconds = 0;
  };
  int classes_;
  std::vector<Work> work_;  // classes x classes, bra first
};

}  // namespace fockproxy
