#include "scf/core_hamiltonian.hpp"

#include "integrals/one_electron.hpp"
#include "parallel/agreement.hpp"
#include "parallel/process_status.hpp"

namespace fockproxy {

void broadcast(const Communicator& comm, Matrix& matrix) {
  comm.broadcast(std::span(matrix.data(), static_cast<std::size_t>(matrix.size())));
}

void broadcast(const Communicator& comm, SpinMatrices& matrices) {
  for (Matrix& matrix : matrices) broadcast(comm, matrix);
}

CoreHamiltonian core_hamiltonian(const Communicator& comm, const BasisSet& basis, const Molecule& molecule) {
  CoreHamiltonian h;
  process_status.mark("one-electron integrals");
  collectively(comm, [&] {
    h.overlap = overlap(basis);
    h.kinetic = kinetic(basis);
    h.nuclear_attraction = nuclear_attraction(basis, molecule, comm.rank(), comm.size());
  });
  comm.reduce_all(std::span(h.nuclear_attraction.data(), static_cast<std::size_t>(h.nuclear_attraction.size())),
                  MPI_SUM);
  broadcast(comm, h.overlap);
  broadcast(comm, h.kinetic);
  broadcast(comm, h.nuclear_attraction);
  return h;
}

}  // namespace fockproxy
