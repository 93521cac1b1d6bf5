#include "scf/core_hamiltonian.hpp"

#include "dense/whole_matrix.hpp"
#include "integrals/one_electron.hpp"
#include "parallel/agreement.hpp"
#include "parallel/process_status.hpp"

namespace fockproxy {

DenseMatrix CoreHamiltonian::core() const {
  DenseMatrix sum = kinetic;
  sum += nuclear_attraction;
  return sum;
}

CoreHamiltonian core_hamiltonian(const ProcessGrid& grid, const BasisSet& basis, const Molecule& molecule) {
  const Communicator& comm = grid.comm();
  CoreHamiltonian h;
  process_status.mark("one-electron integrals");
  Matrix attraction;
  collectively(comm, [&] {
    h.overlap = distributed(grid, overlap(basis));
    h.kinetic = distributed(grid, kinetic(basis));
    attraction = nuclear_attraction(basis, molecule, comm.rank(), comm.size());
  });
  comm.reduce_all(std::span(attraction.data(), static_cast<std::size_t>(attraction.size())), MPI_SUM);
  h.nuclear_attraction = distributed(grid, attraction);
  return h;
}

}  // namespace fockproxy
