#include "scf/scf.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <string>

#include "parallel/agreement.hpp"
#include "scf/diis.hpp"
#include "scf/incremental_builder.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class ScfLoop {
 public:
  ScfLoop(const HartreeFockProblem& problem, TwoElectronBuilder& builder, const ScfOptions& options,
          const std::function<void(const ScfIteration&)>& report)
      : problem_(problem),
        options_(options),
        report_(report),
        builder_(builder, options.incremental ? options.full_build_interval : 1),
        diis_(options.diis_size) {}

  ScfResult run(const SpinMatrices& guess) {
    result_.density = guess;
    for (int number = 1; number <= options_.max_iterations; ++number) {
      build_and_judge(number, false);
      if (result_.converged && !builder_.last_was_full()) build_and_judge(number, true);
      if (result_.converged) break;
      if (number < options_.max_iterations) next_density();
    }
    if (!builder_.last_was_full()) build_and_judge(options_.max_iterations, true);
    finish();
    return std::move(result_);
  }

 private:
  // G and F of the current density, its energy and error, and whether that is the end.
  void build_and_judge(int number, bool full) {
    auto start = Clock::now();
    result_.two_electron = full ? builder_.build_full(result_.density) : builder_.build(result_.density);
    const double fock_seconds = seconds_since(start);
    result_.fock_seconds += fock_seconds;

    start = Clock::now();
    result_.fock = fock_matrices(problem_, result_.two_electron);
    std::array<double, 4> figures{};
    on_root(problem_.comm, [&] {
      const Energies e = energies(problem_, result_.density, result_.fock);
      errors_.resize(result_.fock.size());
      for (std::size_t s = 0; s < errors_.size(); ++s)
        errors_[s] = diis_error(result_.fock[s], result_.density[s], problem_.hamiltonian.overlap, problem_.orthogonal.x);
      figures = {e.nuclear, e.one_electron, e.two_electron, largest_element(errors_)};
    });
    problem_.comm.broadcast(std::span<double>(figures));
    result_.energies = {figures[0], figures[1], figures[2]};
    const double error = figures[3];
    const double energy = result_.energies.total();
    if (!std::isfinite(energy) || !std::isfinite(error))
      throw ComputationError("SCF iteration " + std::to_string(number) + ": the Fock matrix is not finite");
    // A build repeated at the same density is compared with the iteration before it, too.
    const bool repeated = full && !result_.iterations.empty() && result_.iterations.back().number == number;
    if (!repeated) previous_energy_ = result_.iterations.empty() ? 0 : result_.iterations.back().energy;
    const ScfIteration iteration{number, energy, energy - previous_energy_, error, fock_seconds,
                                 builder_.last_was_full()};
    result_.converged = number > 1 && std::abs(iteration.change) < options_.energy_tolerance &&
                        error < options_.error_tolerance;
    result_.iterations.push_back(iteration);
    result_.linear_algebra_seconds += seconds_since(start);
    if (report_ && problem_.comm.is_root()) report_(iteration);
  }

  void next_density() {
    const auto start = Clock::now();
    SpinMatrices fock(problem_.spins());
    on_root(problem_.comm, [&] {
      // The guess is not the density of any set of orbitals, so its error says nothing: it stays out of the subspace.
      if (result_.iterations.size() > 1) {
        diis_.add(result_.fock, errors_);
        fock = diis_.extrapolate();
      } else {
        fock = result_.fock;
      }
      if (options_.level_shift > 0 && result_.iterations.back().error > 1e-3) shift_virtual_orbitals(fock);
    });
    result_.density = lowest_density(problem_, fock);
    result_.linear_algebra_seconds += seconds_since(start);
  }

  // F + b (S - S D S): virtual orbitals rise by b (Saunders & Hillier, Int. J. Quantum Chem. 7, 699, 1973).
  void shift_virtual_orbitals(SpinMatrices& fock) const {
    const Matrix& s = problem_.hamiltonian.overlap;
    for (std::size_t spin = 0; spin < fock.size(); ++spin)
      fock[spin] += options_.level_shift * (s - s * result_.density[spin] * s);
  }

  void finish() {
    const auto start = Clock::now();
    const auto n = problem_.basis.functions();
    const auto m = n - problem_.orthogonal.dropped;
    result_.orbitals.assign(problem_.spins(), {Matrix(n, m), Vector(m)});
    on_root(problem_.comm, [&] {
      for (int s = 0; s < problem_.spins(); ++s)
        result_.orbitals[s] = solve_roothaan(result_.fock[s], problem_.orthogonal.x);
    });
    std::vector<Vector> orbital_energies;
    for (Orbitals& orbitals : result_.orbitals) {
      broadcast(problem_.comm, orbitals.coefficients);
      problem_.comm.broadcast(std::span(orbitals.energies.data(), static_cast<std::size_t>(m)));
      orbital_energies.push_back(orbitals.energies);
    }
    result_.properties = properties(problem_, result_.density, result_.energies, orbital_energies);
    result_.linear_algebra_seconds += seconds_since(start);
  }

  const HartreeFockProblem& problem_;
  const ScfOptions& options_;
  const std::function<void(const ScfIteration&)>& report_;
  IncrementalBuilder builder_;
  Diis diis_;  // rank 0 only
  std::vector<Matrix> errors_;  // rank 0 only
  double previous_energy_ = 0;
  ScfResult result_;
};

}  // namespace

ScfResult run_scf(const HartreeFockProblem& problem, const SpinMatrices& density, TwoElectronBuilder& builder,
                  const ScfOptions& options, const std::function<void(const ScfIteration&)>& report) {
  return ScfLoop(problem, builder, options, report).run(density);
}

}  // namespace fockproxy
