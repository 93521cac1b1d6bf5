#include "scf/scf.hpp"

#include <cmath>
#include <limits>

#include "scf/accelerator.hpp"
#include "scf/incremental_builder.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "system/process_status.hpp"

namespace fockproxy {

namespace {

// Counts the builds of another builder, and their time.
class MeteredBuilder final : public TwoElectronBuilder {
 public:
  explicit MeteredBuilder(TwoElectronBuilder& builder) : builder_(builder) {}

  double threshold() const override { return builder_.threshold(); }
  SpinDense build(const SpinDense& density, double threshold) override {
    const double start = now();
    SpinDense g = builder_.build(density, threshold);
    seconds_ += now() - start;
    ++builds_;
    return g;
  }

  int builds() const { return builds_; }
  double seconds() const { return seconds_; }

 private:
  TwoElectronBuilder& builder_;
  int builds_ = 0;
  double seconds_ = 0;
};

class ScfLoop {
 public:
  ScfLoop(const HartreeFockProblem& problem, ScfState start, const ScfBuilders& builders, const ScfOptions& options,
          const ScfListener& listener)
      : problem_(problem),
        options_(options),
        listener_(listener),
        hessian_builder_(builders.hessian),
        state_(std::move(start)),
        builder_(builders.fock, options.incremental ? options.full_build_interval : 1, state_.builds),
        accelerator_(problem, hessian_builder_, options.diis_size, options.level_shift, state_.steps) {}

  ScfResult run() {
    iterate();
    find_orbitals();
    while (result_.converged && options_.stability) {
      analyse_stability();
      if (state_.stability.back().stable) break;
      leave_saddle_point();
      iterate();
      find_orbitals();
    }
    result_.iterations = std::move(state_.iterations);
    result_.density = std::move(state_.density);
    result_.stability = std::move(state_.stability);
    result_.hessian_builds = hessian_builder_.builds();
    result_.hessian_seconds = hessian_builder_.seconds();
    result_.linear_algebra_seconds -= result_.hessian_seconds;
    find_properties();
    return std::move(result_);
  }

 private:
  void analyse_stability() {
    process_status.mark("stability");
    const double start = now();
    state_.stability.push_back(stability_of(problem_, result_.orbitals, hessian_builder_));
    result_.linear_algebra_seconds += now() - start;
  }

  void leave_saddle_point() {
    state_.density = std::move(state_.stability.back().density);
    state_.starting = true;
    state_.confirming = false;
    state_.counted_from = static_cast<int>(state_.iterations.size());
    accelerator_.leave_saddle_point();
    tell_state();
  }

  void tell_state() {
    if (listener_.reached) listener_.reached(state_);
  }

  void iterate() {
    while (true) {
      const bool confirming = state_.confirming;
      build_and_judge(confirming);
      const ScfIteration& last = state_.iterations.back();
      const bool small_error = last.error < options_.error_tolerance && !state_.starting;
      result_.converged = confirming && small_error && std::abs(last.change) < options_.energy_tolerance;
      if (result_.converged) return;
      const bool late = static_cast<int>(state_.iterations.size()) - state_.counted_from >= options_.max_iterations;
      if (late && (confirming || !small_error)) return;
      // If the error grows again, the noise of difference builds is as large as the tolerance.
      if (confirming && !small_error) builder_.only_full_builds();
      state_.confirming = small_error;
      state_.starting = false;
      next_density();
      tell_state();
    }
  }

  // Computes G, F, energy and error for the current density.
  void build_and_judge(bool full) {
    auto& iterations = state_.iterations;
    const double last_error = iterations.empty() ? std::numeric_limits<double>::infinity() : iterations.back().error;
    result_.two_electron = full ? builder_.build_full(state_.density) : builder_.build(state_.density, last_error);

    process_status.mark("energy and DIIS error");
    const double start = now();
    result_.fock = fock_matrices(problem_, result_.two_electron);
    result_.energies = energies(problem_, state_.density, result_.fock);
    transformed_.clear();
    errors_.clear();
    for (std::size_t s = 0; s < result_.fock.size(); ++s) {
      auto [fock, error] = transformed_fock(problem_.algebra, result_.fock[s], state_.density[s], problem_.orthogonal);
      transformed_.push_back(std::move(fock));
      errors_.push_back(std::move(error));
    }
    const double error = largest_element(errors_);
    if (!std::isfinite(result_.energies.total()) || !std::isfinite(error))
      throw AgreedComputationError("the Fock matrix holds values that are not finite");

    const double energy = result_.energies.total();
    const double change = iterations.empty() ? energy : energy - iterations.back().energy;
    iterations.push_back({static_cast<int>(iterations.size()) + 1, energy, change, error, builder_.last_was_full(),
                          builder_.last_threshold()});
    result_.linear_algebra_seconds += now() - start;
    if (listener_.done && problem_.comm().is_root()) listener_.done(iterations.back());
  }

  void next_density() {
    process_status.mark("DIIS");
    const double start = now();
    state_.density =
        accelerator_.next_density(result_.fock, state_.density, transformed_, errors_, state_.iterations.back().change);
    result_.linear_algebra_seconds += now() - start;
  }

  // The orbitals of the last F.
  void find_orbitals() {
    process_status.mark("diagonalisation");
    const double start = now();
    result_.orbitals.clear();
    const DenseMatrix& x = problem_.orthogonal.x;
    for (const DenseMatrix& fock : transformed_)
      result_.orbitals.push_back(solve_transformed(problem_.algebra, fock, x, x.columns()));
    result_.linear_algebra_seconds += now() - start;
  }

  void find_properties() {
    std::vector<Vector> orbital_energies;
    for (const Orbitals& orbitals : result_.orbitals) orbital_energies.push_back(orbitals.energies);
    result_.properties = properties(problem_, result_.density, result_.energies, orbital_energies);
  }

  const HartreeFockProblem& problem_;
  const ScfOptions& options_;
  const ScfListener& listener_;
  MeteredBuilder hessian_builder_;
  ScfState state_;
  IncrementalBuilder builder_;
  Accelerator accelerator_;
  SpinDense transformed_, errors_;  // for the last F
  ScfResult result_;
};

}  // namespace

ScfResult run_scf(const HartreeFockProblem& problem, ScfState start, const ScfBuilders& builders,
                  const ScfOptions& options, const ScfListener& listener) {
  return ScfLoop(problem, std::move(start), builders, options, listener).run();
}

}  // namespace fockproxy
