// What the SCF iteration asks of a Fock builder.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

class TwoElectronBuilder {
 public:
  virtual ~TwoElectronBuilder() = default;

  // The screening threshold tau of builds whose result is to be used, hartree.
  virtual double threshold() const = 0;

  // Collective; `density` is bitwise the same on every rank. One matrix for RHF, D = C_occ C_occ^T, giving
  // G_ab = sum_cd D_cd [2 (ab|cd) - (ac|bd)]; two for UHF, giving G^s_ab = sum_cd [D^T_cd (ab|cd) - D^s_cd (ac|bd)].
  // The result is symmetric, in hartree, without the one-electron part, and the same on every rank. It is linear in
  // the density up to screening, so it is also asked for the G of a difference of densities, at another threshold.
  virtual SpinMatrices build(const SpinMatrices& density, double threshold) = 0;
  SpinMatrices build(const SpinMatrices& density) { return build(density, threshold()); }
};

}  // namespace fockproxy
