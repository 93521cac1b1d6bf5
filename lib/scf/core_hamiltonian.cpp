#include "scf/core_hamiltonian.hpp"

#include "dense/whole_matrix.hpp"
#include "parallel/agreement.hpp"
#include "system/process_status.hpp"

namespace fockproxy {

DenseMatrix CoreHamiltonian::core() const {
  DenseMatrix sum = kinetic;
  sum += nuclear_attraction;
  return sum;
}

CoreHamiltonian core_hamiltonian(Algebra& algebra, const BasisSet& basis, const Molecule& molecule,
                                 const std::function<void(double)>& progress) {
  process_status.mark("one-electron integrals");
  const auto matrix = [&](OneElectronIntegrals integrals, const std::function<void(double)>& of_this = {}) {
    return std::move(one_electron_matrices(algebra, std::move(integrals), of_this)[0]);
  };
  return {matrix(OneElectronIntegrals::overlap(basis)), matrix(OneElectronIntegrals::kinetic(basis)),
          matrix(OneElectronIntegrals::nuclear_attraction(basis, molecule), progress)};
}

namespace {

constexpr std::int64_t elements_of_panel = 1 << 20;

// The end of a panel that begins with shell `first`: as many shells as fit, at least one.
int end_of_panel(const BasisSet& basis, int first) {
  const std::int64_t rows = elements_of_panel / basis.functions();
  int last = first + 1;
  while (last < basis.shells() &&
         basis.shell(last).first_function + basis.shell(last).functions() - basis.shell(first).first_function <= rows)
    ++last;
  return last;
}

}  // namespace

std::vector<DenseMatrix> one_electron_matrices(Algebra& algebra, OneElectronIntegrals integrals,
                                               const std::function<void(double)>& progress) {
  const BasisSet& basis = integrals.basis();
  const Communicator& comm = algebra.grid().comm();
  const int n = basis.functions();
  std::vector<DenseMatrix> matrices(static_cast<std::size_t>(integrals.matrices()), algebra.zeros(n, n));
  for (int first = 0, last = 0; first < basis.shells(); first = last) {
    last = end_of_panel(basis, first);
    const int row = basis.shell(first).first_function;
    const int rows = basis.shell(last - 1).first_function + basis.shell(last - 1).functions() - row;
    std::vector<Matrix> panels(matrices.size(), Matrix::Zero(rows, n));
    collectively(comm, [&] { integrals.rows(first, last, {comm.rank(), comm.size()}, panels); });
    for (std::size_t k = 0; k < matrices.size(); ++k) add_up_rows(matrices[k], row, panels[k]);
    const double done = static_cast<double>(row + rows) / n;
    if (progress) progress(done * done);  // the rows form a triangle
  }
  for (DenseMatrix& m : matrices) {
    // Takes the lower triangle with half of its diagonal, and adds the transpose.
    m.for_each([](Eigen::Index i, Eigen::Index j, double& element) { element *= i > j ? 1 : i == j ? 0.5 : 0; });
    m += algebra.transpose(m);
  }
  return matrices;
}

}  // namespace fockproxy
