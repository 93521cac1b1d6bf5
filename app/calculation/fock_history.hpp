// The Fock builds of a run: made, remembered, and believed only when verified.
#pragma once

#include "app/calculation/full_verification.hpp"
#include "fock/fock_builder.hpp"
#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// The two-electron builder that an SCF asks. build() is collective and throws VerificationFailure.
class FockHistory : public TwoElectronBuilder {
 public:
  explicit FockHistory(FockBuilder& builder) : builder_(builder) {}

  using TwoElectronBuilder::build;
  double threshold() const override { return builder_.config().integrals.threshold; }
  SpinDense build(const SpinDense& density, double threshold) override;
  // The whole of a matrix that `builds` builds gave together, a full one and the differences that followed it; after
  // them came `later` others. Collective; throws VerificationFailure.
  void check_fully(FullVerification& full, const SpinDense& density, const SpinDense& g, int builds = 1,
                   int later = 0);
  // Builds before now were preparation: they stay verified, but are not counted.
  void forget();

  const FockBuilder& builder() const { return builder_; }
  const std::vector<FockBuild>& builds() const { return builds_; }  // without their matrices
  const Verification& verification() const { return verification_; }
  std::vector<RankRecord> ranks() const;  // summed over the builds; rank 0 only
  double seconds(double FockBuild::*what) const;

 private:
  FockBuilder& builder_;
  std::vector<FockBuild> builds_;
  Verification verification_;
};

}  // namespace fockproxy
