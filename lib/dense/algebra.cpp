// The table of solvers. A new one needs one file with a make function, its declaration and its line here.
#include "dense/algebra.hpp"

namespace fockproxy {

std::unique_ptr<Algebra> make_local_algebra(const Communicator&, std::string_view simd);
#ifdef FOCKPROXY_HAS_SCALAPACK
std::unique_ptr<Algebra> make_scalapack_algebra(const Communicator&, std::string_view simd);
constexpr std::string_view no_scalapack = "";
#else
constexpr std::nullptr_t make_scalapack_algebra = nullptr;
constexpr std::string_view no_scalapack =
    "this program has no ScaLAPACK; build it from source with it (Debian: libscalapack-openmpi-dev, "
    "libscalapack-mpich-dev)";
#endif

#ifdef FOCKPROXY_HAS_ELPA
std::unique_ptr<Algebra> make_elpa_algebra(const Communicator&, std::string_view simd);
constexpr std::string_view no_elpa = "";
#else
constexpr std::nullptr_t make_elpa_algebra = nullptr;
constexpr std::string_view no_elpa =
    "this program has no ELPA; build it from source with it (Debian: libelpa-dev, for Open MPI; a copy of your own: "
    "ELPA_ROOT)";
#endif

std::span<const SolverEntry> solver_table() {
  static const SolverEntry table[] = {
      {.name = "local", .summary = "Eigen on rank 0, which holds the matrices whole", .make = make_local_algebra},
      {.name = "scalapack",
       .summary = "ScaLAPACK on all ranks, block-cyclic: pdgemm and pdsyevd",
       .make = make_scalapack_algebra,
       .unsupported = no_scalapack},
      {.name = "elpa",
       .summary = "ELPA's eigenvectors, products by ScaLAPACK, on all ranks",
       .make = make_elpa_algebra,
       .unsupported = no_elpa},
  };
  return table;
}

const SolverEntry& look_up(Type<SolverEntry>, std::string_view name) {
  return entry_of(solver_table(), "solver", name);
}

DenseMatrix Algebra::symmetric_part(const DenseMatrix& matrix) {
  DenseMatrix sum = transpose(matrix);
  sum += matrix;
  sum *= 0.5;
  return sum;
}

}  // namespace fockproxy
