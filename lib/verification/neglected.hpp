// The error model: what screening leaves out of G, from the very bounds by which it was left out.
#pragma once

#include <algorithm>
#include <cstdint>

#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// The size of what a build neglects in one element of a shell block of G, in hartree, and the promise that follows.
//
// A dropped quartet takes from G_ab at most t = Q_ab Q_cd 4|D_cd| (Coulomb, c > d; half of that for c = d) or
// Q_ac Q_bd |D_cd| (exchange), each below the threshold by the test that dropped it. Their number grows with the
// molecule and so does their sum; but their signs vary, and so they add up like the steps of a random walk: the
// element misses about `size` = sqrt(sum of t^2), over what was dropped and nothing else. For UHF 4|D| is 2|D^T|.
// What may be computed in single precision adds (r t)^2, r its rounding (tasks/quartet_screen.hpp).
struct Neglected {
  double size = 0;          // the largest of the blocks looked at, hartree
  std::int64_t blocks = 0;  // how many were
  double primitives = 0;    // the same of dropped primitives: of an integral, times the largest |D| where above 1
  double updates = 0;       // sum of the bounds of all Coulomb updates of an element, the largest, hartree

  // max |F - F_exact| is promised to stay below this (perf/verification.md has the errors that were measured). The
  // factor covers that molecules of high symmetry repeat a dropped update with its sign, that the largest of many
  // elements is asked for, and that a sample of blocks is looked at.
  double promise() const { return safety * size + primitives + rounding(); }

  // The rounding that follows from the order of summation and from the integrals, hartree. It grows with the added
  // values, even if they nearly cancel: the density of a nearly linearly dependent basis has elements of thousands.
  double rounding() const { return std::max(1e-11, 1e-14 * updates); }

  static constexpr double safety = 10;
};

// Neglected::updates. Local; the same on every rank.
double largest_updates(const QuartetScreen& screen, int shells);

// Collective; the same on every rank. primitives: what those that were dropped may take from an integral, hartree.
// Looks at all shell blocks where they are few, else at as many as `operations` bounds evaluated by a rank allow (about
// 2 ns each), and at least 32: half of them where most is dropped, by an estimate, for atoms far apart leave few such;
// half a seeded sample.
Neglected neglected(const Communicator& comm, const QuartetScreen& screen, int shells, double primitives,
                    std::uint64_t seed, double operations);

}  // namespace fockproxy
