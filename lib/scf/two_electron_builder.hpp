// What the SCF iteration asks of a Fock builder.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

class TwoElectronBuilder {
 public:
  virtual ~TwoElectronBuilder() = default;

  // Collective; `density` is bitwise the same on every rank. One matrix for RHF, D = C_occ C_occ^T, giving
  // G_ab = sum_cd D_cd [2 (ab|cd) - (ac|bd)]; two for UHF, giving G^s_ab = sum_cd [D^T_cd (ab|cd) - D^s_cd (ac|bd)].
  // The result is symmetric, in hartree, without the one-electron part, and the same on every rank. It is linear in
  // the density up to screening, so it is also asked for the G of a difference of densities.
  virtual SpinMatrices build(const SpinMatrices& density) = 0;
};

}  // namespace fockproxy
