#include "fock/reference_blocks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "integrals/reference_builder.hpp"
#include "record/operations.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

// The worst block so far, and how many were compared.
struct Comparison {
  const ShellPairs& pairs;
  const SpinMatrices& density;
  const SpinMatrices& g;
  const Matrix& schwarz;
  std::optional<ReferenceBuilder> reference{};  // made with the first block: setting it up takes time
  std::int64_t blocks = 0;
  double worst = 0;
  std::string where{};

  void compare(int a, int b, double cutoff) {
    if (!reference) reference.emplace(pairs, density);
    for (int spin = 0; spin < static_cast<int>(g.size()); ++spin) {
      const Matrix expected = reference->block(a, b, spin, schwarz, cutoff);
      const Shell &sa = pairs.basis().shell(a), &sb = pairs.basis().shell(b);
      const Matrix found = g[spin].block(sa.first_function, sb.first_function, sa.functions(), sb.functions());
      double deviation = 0;
      for (Eigen::Index e = 0; e < found.size(); ++e) {
        const double difference = std::abs(found.data()[e] - expected.data()[e]);
        deviation = difference <= deviation ? deviation : difference;  // a NaN stays
      }
      if (!std::isfinite(deviation)) deviation = std::numeric_limits<double>::infinity();
      ++blocks;
      if (deviation <= worst && blocks > 1) continue;
      worst = deviation;
      where = fmt::format("shell pair ({},{}){} off by {:.2e} hartree", a, b,
                          g.size() == 1 ? "" : (spin == 0 ? " alpha" : " beta"), deviation);
    }
  }

  Check agree(const Communicator& comm, std::string name, double threshold) const {
    const double overall = comm.max(worst);
    const std::int64_t total = comm.sum(blocks);
    const double allowed = promised_error(threshold);
    // The lowest rank that saw the worst block tells of it.
    const int teller = comm.min(worst == overall ? comm.rank() : comm.size());
    const std::string worst_block = comm.broadcast(where, teller);
    return {std::move(name), overall, allowed,
            overall <= allowed ? fmt::format("blocks recomputed: {}", total) : worst_block};
  }
};

}  // namespace

double promised_error(double threshold) { return 50 * threshold + 1e-11; }

Check check_sampled_blocks(const Communicator& comm, const ShellPairs& pairs, const Matrix& schwarz,
                           const SpinMatrices& density, const SpinMatrices& g, double threshold, std::uint64_t seed,
                           int at_least, ReferenceBudget& budget) {
  const double start = now();
  const double allowance = budget.left();
  const int shells = pairs.basis().shells();
  Comparison comparison{pairs, density, g, schwarz};
  std::uint64_t random = hash_append(seed, comm.rank());
  // Never more blocks than there are pairs: a small molecule needs no second look at the same one.
  for (std::int64_t n = 0; n < std::int64_t{shells} * shells; ++n) {
    if (n >= at_least && now() - start >= allowance) break;
    random = hash64(random);
    comparison.compare(static_cast<int>(random % shells), static_cast<int>((random >> 32) % shells), 1e-3 * threshold);
  }
  budget.spent += now() - start;
  return comparison.agree(comm, "sampled blocks of G against the reference builder", threshold);
}

Check check_all_blocks(const Communicator& comm, const ShellPairs& pairs, const Matrix& schwarz,
                       const SpinMatrices& density, const SpinMatrices& g, double threshold) {
  Comparison comparison{pairs, density, g, schwarz};
  std::int64_t pair = 0;
  for (int a = 0; a < pairs.basis().shells(); ++a)
    for (int b = 0; b < pairs.basis().shells(); ++b)
      if (pair++ % comm.size() == comm.rank()) comparison.compare(a, b, 0);
  return comparison.agree(comm, "all of G against the reference builder", threshold);
}

}  // namespace fockproxy
