#include "integrals/repulsion_engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "eri/primitive_bounds.hpp"
#include "integrals/libint_engine.hpp"
#include "integrals/libint_shells.hpp"

namespace fockproxy {

namespace {

constexpr double lowest = std::numeric_limits<double>::lowest();

// The bound with the signature that libint2::ShellPair expects: primitives p1 of s1 and p2 of s2.
double libint_schwarz_factor(const libint2::Shell& s1, int p1, const libint2::Shell& s2, int p2) {
  double distance2 = 0;
  for (int k = 0; k < 3; ++k) distance2 += (s1.O[k] - s2.O[k]) * (s1.O[k] - s2.O[k]);
  return eri::self_repulsion_bound(
      eri::product_bound(s1.contr[0].l, s1.alpha[p1], s2.contr[0].l, s2.alpha[p2], distance2));
}

}  // namespace

struct ShellPairs::Data {
  // SchwarzInf is Libint's name for screening with bounds from the caller. Its pair bound is multiplied by the number
  // of primitive pairs, so that all neglected primitive quartets of an integral together stay below the precision.
  libint2::ScreeningMethod screening;
  std::vector<libint2::Shell> shells;
  std::vector<libint2::ShellPair> pairs;  // (a, b <= a)
  std::once_flag pairs_made;
  std::once_flag kernel_pairs_made;
  std::optional<eri::PairTable> kernel_pairs;

  const libint2::ShellPair& pair(int a, int b) const { return pairs[static_cast<std::size_t>(a) * (a + 1) / 2 + b]; }

  std::size_t max_primitive_pairs() const {
    std::size_t most = 1;
    for (const auto& pair : pairs) most = std::max(most, pair.primpairs.size());
    return most;
  }

  void keep_all_pairs() {
    for (std::size_t a = 0; a < shells.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        auto& pair = pairs.emplace_back(shells[a], shells[b], lowest, screening);
        std::erase_if(pair.primpairs, [](const auto& p) { return p.K == 0; });
        pair.primpairs.shrink_to_fit();
      }
    }
  }

  void keep_significant_pairs(double precision) {
    // A pair may be dropped only if it is negligible compared with the largest pair of all.
    double largest = 0;
    libint2::ShellPair scratch;
    for (std::size_t a = 0; a < shells.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        scratch.init(shells[a], shells[b], lowest, screening, libint_schwarz_factor);
        for (const auto& p : scratch.primpairs) largest = std::max(largest, p.ln_scr);
      }
    }
    const double ln_precision = std::log(precision) - largest;
    for (std::size_t a = 0; a < shells.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        auto& pair = pairs.emplace_back(shells[a], shells[b], ln_precision, screening, libint_schwarz_factor);
        pair.primpairs.shrink_to_fit();
      }
    }
  }
};

ShellPairs::ShellPairs(const BasisSet& basis, double precision)
    : basis_(&basis), precision_(precision), data_(std::make_unique<Data>()) {
  data_->shells = libint_shells(basis);
}

const ShellPairs::Data& ShellPairs::data() const {
  std::call_once(data_->pairs_made, [this] {
    data_->pairs.reserve(data_->shells.size() * (data_->shells.size() + 1) / 2);
    if (precision_ > 0) {
      data_->screening = libint2::ScreeningMethod::SchwarzInf;
      data_->keep_significant_pairs(precision_);
    } else {
      data_->screening = libint2::ScreeningMethod::Original;
      data_->keep_all_pairs();
    }
  });
  return *data_;
}

ShellPairs::~ShellPairs() = default;
ShellPairs::ShellPairs(ShellPairs&&) noexcept = default;

double ShellPairs::bytes() const {
  data();
  double total = static_cast<double>(data_->pairs.capacity()) * sizeof(libint2::ShellPair);
  for (const auto& pair : data_->pairs)
    total += static_cast<double>(pair.primpairs.capacity()) * sizeof(libint2::ShellPair::PrimPairData);
  return total;
}

const eri::PairTable& ShellPairs::kernel_pairs() const {
  std::call_once(data_->kernel_pairs_made, [this] { data_->kernel_pairs.emplace(*basis_, precision_); });
  return *data_->kernel_pairs;
}

struct RepulsionEngine::Implementation {
  const ShellPairs::Data& data;
  LibintEngine engine;
  libint2::ShellPair swapped_bra, swapped_ket;

  // Libint allocates memory for n^4 primitive quartets, where n is the second argument; n^2 is the number of pairs.
  Implementation(const ShellPairs::Data& pair_data, const BasisSet& basis, double precision)
      : data(pair_data),
        engine(LibintEngine::Operator::repulsion,
               static_cast<std::size_t>(std::ceil(std::sqrt(data.max_primitive_pairs()))), basis.max_angular_momentum(),
               precision) {
    engine.set_screening(data.screening);
  }

  const libint2::ShellPair& pair(int a, int b, libint2::ShellPair& scratch) const {
    if (a >= b) return data.pair(a, b);
    scratch = data.pair(b, a);
    for (double& x : scratch.AB) x = -x;
    for (auto& p : scratch.primpairs) std::swap(p.p1, p.p2);
    return scratch;
  }
};

RepulsionEngine::RepulsionEngine(const ShellPairs& pairs)
    : implementation_(std::make_unique<Implementation>(pairs.data(), pairs.basis(), pairs.precision())) {}

RepulsionEngine::~RepulsionEngine() = default;
RepulsionEngine::RepulsionEngine(RepulsionEngine&&) noexcept = default;

const double* RepulsionEngine::compute(int a, int b, int c, int d) {
  Implementation& i = *implementation_;
  const auto& shells = i.data.shells;
  return i.engine.compute(shells[a], shells[b], shells[c], shells[d], i.pair(a, b, i.swapped_bra),
                          i.pair(c, d, i.swapped_ket));
}

}  // namespace fockproxy
