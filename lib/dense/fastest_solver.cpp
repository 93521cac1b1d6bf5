#include "dense/fastest_solver.hpp"

#include <algorithm>
#include <cmath>

#include "support/clock.hpp"

namespace fockproxy {

namespace {

using Index = DenseMatrix::Index;

constexpr Index sizes[] = {384, 1024}, most_on_one_rank = 4000;  // functions
constexpr double hopeless = 2;                                   // times the time of the fastest

// A symmetric matrix whose eigenvalues are as far apart as orbital energies.
DenseMatrix model_matrix(const Algebra& algebra, Index functions) {
  DenseMatrix matrix = algebra.zeros(functions, functions);
  matrix.for_each([](Index i, Index j, double& element) {
    const auto apart = static_cast<double>(std::abs(i - j));
    element = i == j ? 0.01 * static_cast<double>(i) : std::sin(static_cast<double>(i + j)) / (1 + apart * apart);
  });
  return matrix;
}

// The work of an SCF iteration: four products of whole matrices, the lowest orbitals, and their density.
void iterate(Algebra& algebra, const DenseMatrix& matrix, Index occupied) {
  DenseMatrix product = algebra.multiply(Op::transposed, matrix, Op::plain, matrix);
  for (int i = 0; i < 3; ++i) product = algebra.multiply(matrix, product);
  const DenseMatrix vectors = algebra.multiply(matrix, algebra.diagonalise(matrix, occupied).vectors);
  algebra.symmetric_part(algebra.multiply(Op::plain, vectors, Op::transposed, vectors));
}

double measure(Algebra& algebra, Index functions, Index occupied) {
  const Communicator& comm = algebra.grid().comm();
  const DenseMatrix matrix = model_matrix(algebra, functions);
  comm.barrier();
  const double start = now();
  iterate(algebra, matrix, occupied);
  return comm.max(now() - start);
}

struct Candidate {
  Choice<SolverEntry> solver;
  std::unique_ptr<Algebra> algebra;
  double seconds = 0;
};

std::vector<Candidate> candidates_for(const Communicator& comm, std::string_view simd, Index functions) {
  std::vector<Candidate> candidates;
  for (const SolverEntry& entry : solver_table())
    if (entry.make) candidates.push_back({Choice<SolverEntry>(entry.name), entry.make(comm, simd)});
  if (functions > most_on_one_rank && candidates.size() > 1)
    std::erase_if(candidates, [](const Candidate& candidate) { return candidate.solver->name == "local"; });
  return candidates;
}

}  // namespace

SolverChoice fastest_solver(const Communicator& comm, std::string_view simd, Index functions, Index occupied) {
  SolverChoice choice{Choice<SolverEntry>("local")};
  if (comm.size() == 1 || functions < sizes[0]) return choice;
  const double start = now();
  std::vector<Candidate> candidates = candidates_for(comm, simd, functions);
  for (Candidate& candidate : candidates) measure(*candidate.algebra, 64, 1);  // set-up of the libraries
  for (const Index size : sizes) {
    if (candidates.size() == 1 || 3 * size / 4 >= functions) break;
    const Index tried = std::min(size, functions);
    for (Candidate& candidate : candidates) {
      candidate.seconds = measure(*candidate.algebra, tried, std::max<Index>(1, occupied * tried / functions));
      choice.trials.push_back({candidate.solver, tried, candidate.seconds});
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::seconds);
    const double limit = hopeless * candidates.front().seconds;
    std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.seconds > limit; });
  }
  choice.solver = candidates.front().solver;
  choice.seconds = now() - start;
  return choice;
}

}  // namespace fockproxy
