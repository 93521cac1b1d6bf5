#include "integrals/exact_engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "integrals/libint_engine.hpp"
#include "integrals/libint_shells.hpp"

namespace fockproxy {

struct ExactEngine::Implementation {
  const BasisSet& basis;
  double memory;
  std::vector<libint2::Shell> shells;
  std::vector<std::unique_ptr<libint2::ShellPair>> pairs;  // of (a, b <= a); null until used
  std::vector<std::size_t> made;                            // their places
  double bytes = 0;
  LibintEngine engine;
  std::vector<double> bounds;  // by place of the pair; negative: not known yet

  static std::size_t most_primitives(const BasisSet& basis) {
    std::size_t most = 1;
    for (const Shell& shell : basis.all_shells()) most = std::max(most, shell.exponents.size());
    return most;
  }

  Implementation(const BasisSet& of, double limit)
      : basis(of),
        memory(limit),
        shells(libint_shells(of)),
        pairs(shells.size() * (shells.size() + 1) / 2),
        engine(LibintEngine::Operator::repulsion, most_primitives(of), of.max_angular_momentum()),
        bounds(pairs.size(), -1.0) {
    engine.set_screening(libint2::ScreeningMethod::Original);
  }

  // Makes room before a quartet, never between its two pairs.
  void keep_within_memory() {
    if (bytes < memory) return;
    for (const std::size_t place : made) pairs[place].reset();
    made.clear();
    bytes = 0;
  }

  const libint2::ShellPair& pair(int a, int b) {
    const std::size_t place = static_cast<std::size_t>(a) * (a + 1) / 2 + b;
    if (!pairs[place]) {
      constexpr double lowest = std::numeric_limits<double>::lowest();
      auto pair = std::make_unique<libint2::ShellPair>(shells[a], shells[b], lowest,
                                                       libint2::ScreeningMethod::Original);
      std::erase_if(pair->primpairs, [](const auto& p) { return p.K == 0; });
      bytes += static_cast<double>(sizeof *pair + pair->primpairs.capacity() * sizeof pair->primpairs[0]);
      made.push_back(place);
      pairs[place] = std::move(pair);
    }
    return *pairs[place];
  }
};

ExactEngine::ExactEngine(const BasisSet& basis, double memory)
    : implementation_(std::make_unique<Implementation>(basis, memory)) {}

ExactEngine::~ExactEngine() = default;
ExactEngine::ExactEngine(ExactEngine&&) noexcept = default;

const BasisSet& ExactEngine::basis() const { return implementation_->basis; }

const double* ExactEngine::compute(int a, int b, int c, int d) {
  Implementation& i = *implementation_;
  i.keep_within_memory();
  const libint2::ShellPair &bra = i.pair(a, b), &ket = i.pair(c, d);
  if (bra.primpairs.empty() || ket.primpairs.empty()) return nullptr;
  return i.engine.compute(i.shells[a], i.shells[b], i.shells[c], i.shells[d], bra, ket);
}

double ExactEngine::schwarz(int a, int b) {
  double& bound = implementation_->bounds[static_cast<std::size_t>(a) * (a + 1) / 2 + b];
  if (bound >= 0) return bound;
  const double* integrals = compute(a, b, a, b);
  const int n = basis().shell(a).functions() * basis().shell(b).functions();
  bound = integrals ? std::sqrt(Eigen::Map<const Matrix>(integrals, n, n).diagonal().cwiseAbs().maxCoeff()) : 0.0;
  return bound;
}

}  // namespace fockproxy
