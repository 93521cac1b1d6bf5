// What the SCF iteration asks of a Fock builder.
#pragma once

#include "dense/dense_matrix.hpp"

namespace fockproxy {

class TwoElectronBuilder {
 public:
  virtual ~TwoElectronBuilder() = default;

  // The screening threshold tau of builds whose result is to be used, hartree.
  virtual double threshold() const = 0;

  // Collective; symmetric to the last bit. One matrix for RHF, D = C_occ C_occ^T, giving
  // G_ab = sum_cd D_cd [2 (ab|cd) - (ac|bd)]; two for UHF, giving G^s_ab = sum_cd [D^T_cd (ab|cd) - D^s_cd (ac|bd)].
  // The result lies as the density does; it is symmetric, in hartree, without the one-electron part. It is linear in
  // the density up to screening, so it is also asked for the G of a difference of densities, at another threshold.
  virtual SpinDense build(const SpinDense& density, double threshold) = 0;
  SpinDense build(const SpinDense& density) { return build(density, threshold()); }
};

// Whom an SCF asks. They must outlive it.
struct ScfBuilders {
  // For tests, of a builder that takes one density as well as two.
  ScfBuilders(TwoElectronBuilder& both) : ScfBuilders(both, both) {}
  ScfBuilders(TwoElectronBuilder& fock, TwoElectronBuilder& hessian) : fock(fock), hessian(hessian) {}

  TwoElectronBuilder& fock;     // of the iterations
  TwoElectronBuilder& hessian;  // of the orbital Hessian's products: of two spin densities, for RHF too
};

}  // namespace fockproxy
