#include "sampled_exact.hpp"

#include <algorithm>
#include <utility>

#include "integrals/exact_engine.hpp"
#include "support/random.hpp"
#include "verification/bounded_pair.hpp"
#include "verification/exact_build.hpp"
#include "verification/exact_digestion.hpp"

namespace fockproxy {

namespace {

// One rank's share of the blocks.
class BlockBuilder {
 public:
  BlockBuilder(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density)
      : basis_(basis), engine_(basis), density_(density), g_(density.size()), pairs_(pairs_by_bound(comm, engine_)) {
    for (Matrix& g : g_) g = Matrix::Zero(basis.functions(), basis.functions());
    for (const Matrix& d : density) largest_ = std::max(largest_, 4 * d.cwiseAbs().maxCoeff());
  }

  void add(ShellBlock block) {
    const auto [a, b] = block;
    const double most = largest_ * engine_.schwarz(a, b);
    for (const BoundedPair& ket : pairs_) {
      if (most * ket.schwarz < negligible_in_exact) break;
      add_coulomb(a, b, ket.a, ket.b);
    }
    for (int c = 0; c < basis_.shells(); ++c) {
      const double bra = largest_ * engine_.schwarz(std::max(a, c), std::min(a, c));
      if (bra * pairs_.front().schwarz < negligible_in_exact) continue;
      for (int d = 0; d < basis_.shells(); ++d)
        if (bra * engine_.schwarz(std::max(b, d), std::min(b, d)) >= negligible_in_exact) add_exchange(a, b, c, d);
    }
  }

  SpinMatrices& g() { return g_; }

 private:
  // Calls f(i, j, k, l, integral) over the functions of the shells in the given order, whatever order Libint needs.
  template <class F>
  void integrals(int a, int b, int c, int d, F f) {
    const double* v = engine_.compute(std::max(a, b), std::min(a, b), std::max(c, d), std::min(c, d));
    if (!v) return;
    const Shell &sa = basis_.shell(std::max(a, b)), &sb = basis_.shell(std::min(a, b)),
                &sc = basis_.shell(std::max(c, d)), &sd = basis_.shell(std::min(c, d));
    for (int i = sa.first_function; i < sa.first_function + sa.functions(); ++i)
      for (int j = sb.first_function; j < sb.first_function + sb.functions(); ++j)
        for (int k = sc.first_function; k < sc.first_function + sc.functions(); ++k)
          for (int l = sd.first_function; l < sd.first_function + sd.functions(); ++l)
            f(a >= b ? i : j, a >= b ? j : i, c >= d ? k : l, c >= d ? l : k, *v++);
  }

  // G_ij += 2 D_kl (ij|kl), where D is the mean of the spins; shells c > d stand for both orders.
  void add_coulomb(int a, int b, int c, int d) {
    const double factor = c == d ? 2 : 4;
    integrals(a, b, c, d, [&](int i, int j, int k, int l, double v) {
      for (Matrix& g : g_) g(i, j) += factor * density_.coulomb(k, l) * v;
    });
  }

  // G_ij -= D_kl (ik|jl), where D belongs to one spin.
  void add_exchange(int a, int b, int c, int d) {
    integrals(a, c, b, d, [&](int i, int k, int j, int l, double v) {
      for (std::size_t s = 0; s < g_.size(); ++s) g_[s](i, j) -= density_.exchange(static_cast<int>(s), k, l) * v;
    });
  }

  const BasisSet& basis_;
  ExactEngine engine_;
  ExactDensity density_;
  SpinMatrices g_;
  std::vector<BoundedPair> pairs_;
  double largest_ = 0;  // the largest density factor of any quartet
};

}  // namespace

std::vector<ShellBlock> drawn_blocks(const Communicator& comm, const BasisSet& basis, int count, std::uint64_t seed) {
  if (count == 0) return {};
  ExactEngine engine(basis);
  std::vector<BoundedPair> pairs = pairs_by_bound(comm, engine);
  std::vector<ShellBlock> blocks;
  std::uint64_t random = seed;
  // A drawn block moves to the end and is not drawn again.
  const auto draw = [&](std::size_t from, int wanted) {
    for (std::size_t left = from; wanted > 0 && left > 0; --wanted, --left) {
      random = hash64(random);
      const auto chosen = pairs.begin() + static_cast<std::ptrdiff_t>(random % left);
      blocks.push_back({chosen->a, chosen->b});
      pairs.erase(chosen);
    }
  };
  draw(pairs.size() / 8, count / 2);
  draw(pairs.size(), count - static_cast<int>(blocks.size()));
  return blocks;
}

SpinMatrices exact_two_electron(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density,
                                const std::vector<ShellBlock>& blocks) {
  BlockBuilder builder(comm, basis, density);
  for (std::size_t n = 0; n < blocks.size(); ++n)
    if (static_cast<int>(n % comm.size()) == comm.rank()) builder.add(blocks[n]);
  SpinMatrices g = std::move(builder.g());
  for (Matrix& matrix : g) comm.reduce_all(std::span(matrix.data(), static_cast<std::size_t>(matrix.size())), MPI_SUM);
  return g;
}

}  // namespace fockproxy
