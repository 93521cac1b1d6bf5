// Wraps Libint's engine in one file, because its header takes longer to compile than all other code of this folder.
// Internal to lib/integrals.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "chem/molecule.hpp"
#include "integrals/libint.hpp"

namespace fockproxy {

// Not thread-safe; LibintSession must exist.
class LibintEngine {
 public:
  enum class Operator { overlap, kinetic, nuclear, dipole, repulsion };

  // For shells of up to this number of primitives and this angular momentum. `precision`: of primitives, in hartree; 0
  // keeps all of them.
  LibintEngine(Operator op, std::size_t max_primitives, int max_angular_momentum, double precision = 0);
  ~LibintEngine();
  LibintEngine(LibintEngine&&) noexcept;

  void set_screening(libint2::ScreeningMethod method);
  void set_charges(const std::vector<std::pair<double, Point>>& charges);  // nuclear: charge and position, bohr
  void set_origin(const Point& origin);                                    // dipole, bohr

  // One-electron integrals of two shells, row-major, by result set; for a dipole these are the overlap, then x, y and
  // z. Valid until the next call.
  const double* const* compute(const libint2::Shell& a, const libint2::Shell& b);
  // (ab|cd), row-major; valid until the next call. nullptr if all were screened out.
  const double* compute(const libint2::Shell& a, const libint2::Shell& b, const libint2::Shell& c,
                        const libint2::Shell& d, const libint2::ShellPair& bra, const libint2::ShellPair& ket);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fockproxy
