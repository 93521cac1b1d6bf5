/* A tool as others write them, on MPI's profiling interface (MPI-4.0, 15.2): counts the one-sided calls of each rank.
 */
#include <mpi.h>
#include <stdio.h>

static long gets, accumulates, fetches;

int MPI_Get(void* to, int n, MPI_Datatype type, int rank, MPI_Aint at, int m, MPI_Datatype its_type, MPI_Win window) {
  ++gets;
  return PMPI_Get(to, n, type, rank, at, m, its_type, window);
}

int MPI_Accumulate(const void* from, int n, MPI_Datatype type, int rank, MPI_Aint at, int m, MPI_Datatype its_type,
                   MPI_Op op, MPI_Win window) {
  ++accumulates;
  return PMPI_Accumulate(from, n, type, rank, at, m, its_type, op, window);
}

int MPI_Fetch_and_op(const void* from, void* before, MPI_Datatype type, int rank, MPI_Aint at, MPI_Op op,
                     MPI_Win window) {
  ++fetches;
  return PMPI_Fetch_and_op(from, before, type, rank, at, op, window);
}

int MPI_Finalize(void) {
  fprintf(stderr, "MPI_Get %ld MPI_Accumulate %ld MPI_Fetch_and_op %ld\n", gets, accumulates, fetches);
  return PMPI_Finalize();
}
