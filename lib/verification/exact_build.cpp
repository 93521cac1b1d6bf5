#include "verification/exact_build.hpp"

#include <algorithm>

#include "integrals/exact_engine.hpp"
#include "verification/bounded_pair.hpp"
#include "verification/exact_digestion.hpp"

namespace fockproxy {

SpinMatrices exact_two_electron(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density,
                                const std::function<void(double)>& tick) {
  ExactEngine engine(basis);
  const ExactDensity exact(density);
  double largest = 0;  // the largest density factor of any quartet
  for (const Matrix& d : density) largest = std::max(largest, 4 * d.cwiseAbs().maxCoeff());
  const std::vector<BoundedPair> pairs = pairs_by_bound(comm, engine);
  SpinMatrices g(density.size(), Matrix::Zero(basis.functions(), basis.functions()));
  const auto add = [&g](BlockRole, int spin, int row, int column, double value) { g[spin](row, column) += value; };
  const auto end = static_cast<std::ptrdiff_t>(pairs.size());
  for (std::ptrdiff_t p = comm.rank(); p < end; p += comm.size()) {
    for (std::ptrdiff_t q = 0; q <= p; ++q) {
      if (pairs[p].schwarz * pairs[q].schwarz * largest < negligible_in_exact) break;
      const double* integrals = engine.compute(pairs[p].a, pairs[p].b, pairs[q].a, pairs[q].b);
      if (integrals) add_exact_quartet(basis, {pairs[p].a, pairs[p].b, pairs[q].a, pairs[q].b}, integrals, exact, add);
    }
    // A pair is combined with those before it, so the work done grows quadratically.
    if (tick) tick(std::min(1.0, static_cast<double>((p + 1) * (p + 1)) / static_cast<double>(end * end)));
  }
  for (Matrix& matrix : g) {
    comm.reduce_all(std::span(matrix.data(), static_cast<std::size_t>(matrix.size())), MPI_SUM);
    matrix = (0.5 * (matrix + matrix.transpose())).eval();
  }
  return g;
}

}  // namespace fockproxy
