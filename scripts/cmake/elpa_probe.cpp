// Linked like fockproxy, and run: tests whether this ELPA uses the MPI of the program and brings no other into the
// process.
#include <mpi.h>

#include <cstdio>

#include "elpa/elpa.h"
#include "mpi_libraries.hpp"

int main(int argc, char** argv) {
  if (mpi_libraries() > 1) return 1;
  MPI_Init(&argc, &argv);
  int error = elpa_init(ELPA_API_VERSION);
  elpa_t solver = elpa_allocate(&error);
  const struct {
    const char* name;
    int value;
  } settings[] = {{"na", 2},          {"nev", 2},        {"local_nrows", 2},
                  {"local_ncols", 2}, {"nblk", 2},       {"mpi_comm_parent", MPI_Comm_c2f(MPI_COMM_WORLD)},
                  {"process_row", 0}, {"process_col", 0}};
  for (const auto& setting : settings) elpa_set(solver, setting.name, setting.value, &error);
  elpa_setup(solver);
  double matrix[] = {0, 1, 1, 0}, values[2], vectors[4];
  elpa_eigenvectors(solver, matrix, values, vectors, &error);
  elpa_deallocate(solver, &error);
  elpa_uninit(&error);
  MPI_Finalize();
  const bool right = values[0] < -0.999 && values[0] > -1.001 && values[1] > 0.999 && values[1] < 1.001;
  std::printf("%s\n", right ? "works" : "wrong eigenvalues");
  return right ? 0 : 1;
}
