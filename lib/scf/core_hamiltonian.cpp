#include "scf/core_hamiltonian.hpp"

#include "scf/one_electron_matrices.hpp"
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

}  // namespace fockproxy
