// The error model: the part of G that screening leaves out, from the bounds that screening uses.
#pragma once

#include <algorithm>
#include <cstdint>

#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// The size of the neglected part of an element of a shell block of G, in hartree, and the promise that follows from it.
//
// A dropped quartet changes G_ab by at most t = Q_ab Q_cd 4|D_cd| (Coulomb, c > d; half of that for c = d) or Q_ac Q_bd
// |D_cd| (exchange). The test that dropped it ensures that each is below the threshold. Their number and their sum grow
// with the molecule, but their signs vary, so they add up like the steps of a random walk. The error of the element is
// about `size` = sqrt(sum of t^2) over the dropped quartets. For UHF 4|D| is 2|D^T|. Quartets that may be computed in
// single precision add (r t)^2, where r is their rounding (tasks/quartet_screen.hpp).
struct Neglected {
  double size = 0;          // the largest of the examined blocks, hartree
  std::int64_t blocks = 0;  // the number of examined blocks
  double primitives = 0;    // error from dropped primitives: of an integral, times the largest |D| if that is above 1
  double updates = 0;       // sum of the bounds of all Coulomb updates of an element, the largest one, hartree

  // The promise: max |F - F_exact| stays below this (perf/verification.md has measured errors). The factor `safety`
  // allows for three effects: molecules of high symmetry repeat a dropped update with its sign, the largest of many
  // elements counts, and only a sample of blocks is examined.
  double promise() const { return safety * size + primitives + rounding(); }

  // The rounding error from the order of summation and from the integrals, hartree. It grows with the added values,
  // even if they nearly cancel: the density of a nearly linearly dependent basis has elements of thousands.
  double rounding() const { return std::max(1e-11, 1e-14 * updates); }

  static constexpr double safety = 10;
};

// The value of Neglected::updates. Local; the same on every rank.
double largest_updates(const QuartetScreen& screen, int shells);

// Collective; the same on every rank. primitives: the largest error of an integral from dropped primitives, hartree.
// Examines all shell blocks if they are few. Otherwise it examines as many as `operations` bounds per rank allow (about
// 2 ns each), and at least 32. Half of them are those with the largest estimated error, because few blocks have large
// errors if atoms are far apart. The other half is a seeded sample.
Neglected neglected(const Communicator& comm, const QuartetScreen& screen, int shells, double primitives,
                    std::uint64_t seed, double operations);

}  // namespace fockproxy
