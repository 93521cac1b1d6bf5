// A basis set placed on the atoms of a molecule. All other parts of the program use its shells.
#pragma once

#include <string>
#include <vector>

#include "chem/basis_file.hpp"
#include "chem/molecule.hpp"

namespace fockproxy {

// A contracted Gaussian shell on an atom. Coefficients multiply unit-normalised primitives. They are scaled so that the
// contracted function is normalised (for a Cartesian shell, the axis-aligned function x^l).
struct Shell {
  int atom;
  int angular_momentum;
  bool spherical;  // no difference for s and p: p functions are x, y, z
  Point center;    // bohr
  std::vector<double> exponents;
  std::vector<double> coefficients;
  int first_function;     // index of its first function in the basis
  int contraction_group;  // consecutive shells of one atom and angular momentum with equal exponents share a group

  int functions() const {
    const int l = angular_momentum;
    return spherical ? 2 * l + 1 : (l + 1) * (l + 2) / 2;
  }
};

// Shell order: atoms as in the molecule, shells as in the file. Function order within a shell: m = -l..l for
// spherical l >= 2; x, y, z for p; lexicographic (xx, xy, xz, yy, yz, zz) for Cartesian.
class BasisSet {
 public:
  // Throws UsageError naming the first element that `file` lacks or has a core potential for. Also throws UsageError if
  // the centre numbers of the file are not those of `molecule`.
  BasisSet(const Molecule& molecule, const BasisFile& file, bool cartesian);

  const std::string& name() const { return name_; }
  bool cartesian() const { return cartesian_; }
  int functions() const { return functions_; }
  int shells() const { return static_cast<int>(shells_.size()); }
  int max_angular_momentum() const;
  int max_primitives() const;
  const Shell& shell(int s) const { return shells_[s]; }
  // The number of integrals (ab|cd) over all functions of four shells.
  int integrals(int a, int b, int c, int d) const {
    return shell(a).functions() * shell(b).functions() * shell(c).functions() * shell(d).functions();
  }
  const std::vector<Shell>& all_shells() const { return shells_; }
  int atoms() const { return static_cast<int>(first_shell_of_atom_.size()) - 1; }
  // Shells of atom i are [first_shell_of_atom(i), first_shell_of_atom(i + 1)).
  int first_shell_of_atom(int atom) const { return first_shell_of_atom_[atom]; }

 private:
  std::string name_;
  bool cartesian_;
  int functions_ = 0;
  std::vector<Shell> shells_;
  std::vector<int> first_shell_of_atom_;
};

}  // namespace fockproxy
