#include "digestion/fock_system.hpp"

#include "chem/contraction_groups.hpp"
#include "integrals/schwarz.hpp"

namespace fockproxy {

namespace {

MatrixView filled(const Communicator& comm, const ShellPairs& pairs, NodeMatrix& table) {
  const BasisSet& basis = pairs.basis();
  Eigen::Map<Matrix> bounds = table.begin();
  schwarz_bounds(pairs, comm.rank(), comm.size(), bounds);
  // Spreads the bounds of this rank's rows below the diagonal over their groups and mirrors them. No other rank writes
  // there.
  const std::vector<int> groups = contraction_groups(basis);
  for (std::size_t a = comm.rank(); a + 1 < groups.size(); a += comm.size())
    for (std::size_t b = 0; b <= a; ++b) {
      const int rows = groups[a + 1] - groups[a], columns = groups[b + 1] - groups[b];
      auto block = bounds.block(groups[a], groups[b], rows, columns);
      if (a == b) block.triangularView<Eigen::StrictlyUpper>().setZero();
      const double largest = block.maxCoeff();
      block.setConstant(largest);
      bounds.block(groups[b], groups[a], columns, rows).setConstant(largest);
    }
  table.finish();
  return table.view();
}

}  // namespace

PairData::PairData(const Communicator& comm, const BasisSet& basis, double threshold)
    : pairs(basis, primitive_precision(threshold)),
      bounds_(comm, basis.shells()),
      schwarz(filled(comm, pairs, bounds_)) {}

}  // namespace fockproxy
