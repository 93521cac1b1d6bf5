#include "fock/pair_data.hpp"

#include "integrals/schwarz.hpp"
#include "integrals/symmetric.hpp"

namespace fockproxy {

namespace {

// Of the screening threshold: what primitives may take from an integral is too little to be told from rounding.
constexpr double primitive_precision = 1e-3;

}  // namespace

PairData::PairData(const Communicator& comm, const BasisSet& basis, double threshold)
    : pairs(basis, primitive_precision * threshold), schwarz(schwarz_bounds(pairs, comm.rank(), comm.size())) {
  // Every element was computed by one rank and is zero elsewhere: the sum is exact.
  comm.reduce_all(std::span(schwarz.data(), static_cast<std::size_t>(schwarz.size())), MPI_SUM);
  mirror_lower(schwarz);
}

}  // namespace fockproxy
