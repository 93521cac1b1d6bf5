// The Fock builds of a run: made, remembered, and believed only when verified.
#pragma once

#include <functional>
#include <memory>

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
  // The whole of a matrix that the last `builds` builds gave together, a full one and the differences that followed it.
  // Collective; throws VerificationFailure.
  void check_fully(FullVerification& full, const SpinDense& density, const SpinDense& g, int builds = 1);
  // Builds before now were preparation: they stay verified, but are not counted.
  void forget();

  const FockBuilder& builder() const { return builder_; }
  const std::vector<FockBuild>& builds() const { return builds_; }  // without their matrices
  const Verification& verification() const { return verification_; }
  std::vector<RankRecord> ranks() const;  // summed over the builds; rank 0 only
  double seconds(double FockBuild::* what) const;

 private:
  FockBuilder& builder_;
  std::vector<FockBuild> builds_;
  Verification verification_;
};

// The builds for the products of the orbital Hessian: of two spin densities, also where the calculation is restricted.
// Then a builder of its own is made for them, when one is first asked for. Remembered apart from the calculation's
// builds, so that the figures of those are of the same kind whatever came on top.
class HessianBuilds : public TwoElectronBuilder {
 public:
  using MakeBuilder = std::function<std::unique_ptr<FockBuilder>()>;  // of two spins; collective

  // What `make` refers to must outlive this, as the builder must.
  HessianBuilds(FockBuilder& builder, int spins, MakeBuilder make);

  using TwoElectronBuilder::build;
  double threshold() const override { return builder_.config().integrals.threshold; }
  SpinDense build(const SpinDense& density, double threshold) override;

  int count() const { return history_ ? static_cast<int>(history_->builds().size()) : 0; }
  void add_verification(Verification& all) const;  // of the builds

 private:
  FockBuilder& builder_;
  MakeBuilder make_;
  std::unique_ptr<FockBuilder> own_;
  std::unique_ptr<FockHistory> history_;
};

}  // namespace fockproxy
