// The Fock builds of a run. It keeps each build, and gives results only after verification.
#pragma once

#include <functional>
#include <memory>

#include "app/calculation/full_verification.hpp"
#include "fock/fock_builder.hpp"
#include "scf/two_electron_builder.hpp"

namespace fockproxy {

// The two-electron builder for an SCF. build() is collective and throws VerificationFailure.
class FockHistory : public TwoElectronBuilder {
 public:
  explicit FockHistory(FockBuilder& builder) : builder_(builder) {}

  using TwoElectronBuilder::build;
  double threshold() const override { return builder_.config().integrals.threshold; }
  SpinDense build(const SpinDense& density, double threshold) override;
  // Checks a whole matrix, which the last `builds` builds gave together: a full build and the differences after it.
  // Collective; throws VerificationFailure.
  void check_fully(FullVerification& full, const SpinDense& density, const SpinDense& g, int builds = 1);
  // Removes earlier builds, which were preparation, from the counts. They stay verified.
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

// The builds for products of the orbital Hessian. They take two spin densities, also if the calculation is restricted.
// In this case the first build makes a separate builder. They are kept apart from the calculation's builds, so that the
// figures of those always describe the same kind of build.
class HessianBuilds : public TwoElectronBuilder {
 public:
  using MakeBuilder = std::function<std::unique_ptr<FockBuilder>()>;  // for two spins; collective

  // All objects that `make` refers to must outlive the object, and so must the builder.
  HessianBuilds(FockBuilder& builder, int spins, MakeBuilder make);

  using TwoElectronBuilder::build;
  double threshold() const override { return builder_.config().integrals.threshold; }
  SpinDense build(const SpinDense& density, double threshold) override;

  int count() const { return history_ ? static_cast<int>(history_->builds().size()) : 0; }
  void add_verification(Verification& all) const;  // adds the verification of these builds

 private:
  FockBuilder& builder_;
  MakeBuilder make_;
  std::unique_ptr<FockBuilder> own_;
  std::unique_ptr<FockHistory> history_;
};

}  // namespace fockproxy
