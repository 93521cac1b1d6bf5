// The interface of Fock builders for the SCF iteration.
#pragma once

#include "dense/dense_matrix.hpp"

namespace fockproxy {

class TwoElectronBuilder {
 public:
  virtual ~TwoElectronBuilder() = default;

  // The screening threshold tau of builds with final accuracy, hartree.
  virtual double threshold() const = 0;

  // Collective; symmetric to the last bit. One matrix for RHF, D = C_occ C_occ^T, gives G_ab = sum_cd D_cd [2 (ab|cd) -
  // (ac|bd)]; two for UHF give G^s_ab = sum_cd [D^T_cd (ab|cd) - D^s_cd (ac|bd)]. The result has the distribution of
  // the density and is in hartree, without the one-electron part. It is linear in the density up to screening. So it is
  // also used for the difference of two densities, with another threshold.
  virtual SpinDense build(const SpinDense& density, double threshold) = 0;
  SpinDense build(const SpinDense& density) { return build(density, threshold()); }
};

// The builders that an SCF uses. They must outlive it.
struct ScfBuilders {
  // For tests, with a builder that takes one density or two.
  ScfBuilders(TwoElectronBuilder& both) : ScfBuilders(both, both) {}
  ScfBuilders(TwoElectronBuilder& fock, TwoElectronBuilder& hessian) : fock(fock), hessian(hessian) {}

  TwoElectronBuilder& fock;     // for the iterations
  TwoElectronBuilder& hessian;  // for products of the orbital Hessian: takes two spin densities, also for RHF
};

}  // namespace fockproxy
