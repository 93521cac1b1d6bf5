// Linked like fockproxy, and run: tests whether this ScaLAPACK uses the MPI of the program and brings no other into the
// process.
#include <mpi.h>

#include <cstdio>

#include "mpi_libraries.hpp"

extern "C" {
int Csys2blacs_handle(MPI_Comm);
void Cblacs_gridinit(int*, const char*, int, int);
void Cblacs_gridexit(int);
void pdsyevd_(const char*, const char*, const int*, double*, const int*, const int*, const int*, double*, double*,
              const int*, const int*, const int*, double*, const int*, int*, const int*, int*);
}

int main(int argc, char** argv) {
  if (mpi_libraries() > 1) return 1;
  MPI_Init(&argc, &argv);
  int context = Csys2blacs_handle(MPI_COMM_WORLD);
  Cblacs_gridinit(&context, "Row-major", 1, 1);
  const int one = 1, two = 2, size = 4096, descriptor[] = {1, context, 2, 2, 2, 2, 0, 0, 2};
  static double work[4096];
  static int iwork[4096];
  double matrix[] = {0, 1, 1, 0}, values[2], vectors[4];
  int info = -1;
  pdsyevd_("V", "L", &two, matrix, &one, &one, descriptor, values, vectors, &one, &one, descriptor, work, &size, iwork,
           &size, &info);
  Cblacs_gridexit(context);
  MPI_Finalize();
  const bool right = info == 0 && values[0] < -0.999 && values[0] > -1.001 && values[1] > 0.999 && values[1] < 1.001;
  std::printf("%s\n", right ? "works" : "wrong eigenvalues");
  return right ? 0 : 1;
}
