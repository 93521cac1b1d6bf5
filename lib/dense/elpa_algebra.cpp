// ELPA's eigenvectors (Marek et al., J. Phys.: Condens. Matter 26, 213201, 2014), and ScaLAPACK's products.
#include <elpa/elpa.h>

#include <algorithm>

#include "dense/scalapack_algebra.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

// With at least this many functions, the reduction has two stages, which are meant for large matrices. Up to 960
// functions on 16 ranks of one node, one stage took 0.65 to 0.75 of the time of two stages.
constexpr int two_stages = 2000;

// An ELPA object for problems of one size. Collective.
class ElpaProblem {
 public:
  ElpaProblem(const DenseMatrix& matrix, int count) {
    const ProcessGrid& grid = matrix.grid();
    const int n = static_cast<int>(matrix.rows());
    int error = ELPA_OK;
    handle_ = elpa_allocate(&error);
    note(error);
    const auto set = [&](const char* name, int value) {
      elpa_set(handle_, name, value, &error);
      note(error);
    };
    set("na", n);
    set("nev", count);
    set("local_nrows", static_cast<int>(matrix.local().rows()));
    set("local_ncols", static_cast<int>(matrix.local().cols()));
    set("nblk", grid.block());
    set("mpi_comm_parent", MPI_Comm_c2f(grid.comm().handle()));
    set("process_row", grid.row());
    set("process_col", grid.column());
    if (failure_ == ELPA_OK) note(elpa_setup(handle_));
    if (failure_ == ELPA_OK) set("solver", n < two_stages ? ELPA_SOLVER_1STAGE : ELPA_SOLVER_2STAGE);
  }
  ~ElpaProblem() {
    int ignored = ELPA_OK;
    if (handle_) elpa_deallocate(handle_, &ignored);
  }
  ElpaProblem(const ElpaProblem&) = delete;
  ElpaProblem& operator=(const ElpaProblem&) = delete;

  void solve(DenseMatrix& matrix, Eigenpairs& pairs) {
    if (failure_ != ELPA_OK) return;
    int error = ELPA_OK;
    elpa_eigenvectors(handle_, matrix.local().data(), pairs.values.data(), pairs.vectors.local().data(), &error);
    note(error);
  }
  int failure() const { return failure_; }  // the first error

 private:
  void note(int error) {
    if (failure_ == ELPA_OK) failure_ = error;
  }

  elpa_t handle_ = nullptr;
  int failure_ = ELPA_OK;
};

class ElpaAlgebra final : public ScalapackAlgebra {
 public:
  explicit ElpaAlgebra(const Communicator& comm) : ScalapackAlgebra(comm) {
    if (elpa_init(ELPA_API_VERSION) != ELPA_OK)
      throw AgreedComputationError("ELPA does not have the interface that this program was built with");
  }
  // The destructor does not uninitialise ELPA, because other objects of the process may use it.

 protected:
  void solve(DenseMatrix& matrix, Eigenpairs& pairs, int count) override {
    // ELPA refuses matrices of which some rank has no part.
    const ProcessGrid& grid = matrix.grid();
    if (count == 0 || matrix.rows() <= grid.block() * (std::max(grid.rows(), grid.columns()) - 1))
      return ScalapackAlgebra::solve(matrix, pairs, count);
    ElpaProblem problem(matrix, count);
    problem.solve(matrix, pairs);
    const Communicator& comm = grid.comm();
    const int least = comm.min(problem.failure()), most = comm.max(problem.failure());
    if (least != ELPA_OK || most != ELPA_OK)
      throw AgreedComputationError("ELPA found no eigenvectors (error " + std::to_string(least) + ")");
  }
};

}  // namespace

std::unique_ptr<Algebra> make_elpa_algebra(const Communicator& comm, std::string_view) {
  return std::make_unique<ElpaAlgebra>(comm);
}

}  // namespace fockproxy
