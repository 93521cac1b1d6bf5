// What the integral kernels computed and how fast, by class of quartets: an instrumented build.
#pragma once

#include <string>
#include <vector>

#include "eri/class_views.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

struct ClassRate {
  std::string name;    // bra and ket by angular momentum, with the number of contractions: "(p s|s2 s)"
  double quartets;     // of shells
  double integrals;
  double seconds;      // integrals and digestion, of all ranks together
};

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
    double quartets = 0, integrals = 0, seconds = 0;
  };
  int classes_;
  std::vector<Work> work_;  // classes x classes, bra first
};

}  // namespace fockproxy
