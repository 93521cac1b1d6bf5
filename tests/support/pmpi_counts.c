/* A typical tool on MPI's profiling interface (MPI-4.0, 15.2): counts the one-sided calls of each rank. If the
 * environment variable PMPI_ORDER is set, it writes their order: "F1 G6 A6" is a draw, six gets, six accumulates. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long gets, accumulates, fetches;
static char kinds[1 << 20];
static long calls;

static void note(char kind) {
  if (calls < (long)sizeof kinds) kinds[calls] = kind;
  ++calls;
}

static void write_order(void) {
  long i = 0, from;
  char name[64];
  int rank;
  FILE* out;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(name, sizeof name, "order.%d", rank);
  out = fopen(name, "w");
  if (out == NULL || calls > (long)sizeof kinds) abort();
  for (; i < calls;) {
    for (from = i; i < calls && kinds[i] == kinds[from]; ++i) {
    }
    fprintf(out, "%c%ld ", kinds[from], i - from);
  }
  fclose(out);
}

int MPI_Get(void* to, int n, MPI_Datatype type, int rank, MPI_Aint at, int m, MPI_Datatype its_type, MPI_Win window) {
  ++gets;
  note('G');
  return PMPI_Get(to, n, type, rank, at, m, its_type, window);
}

int MPI_Accumulate(const void* from, int n, MPI_Datatype type, int rank, MPI_Aint at, int m, MPI_Datatype its_type,
                   MPI_Op op, MPI_Win window) {
  ++accumulates;
  note('A');
  return PMPI_Accumulate(from, n, type, rank, at, m, its_type, op, window);
}

int MPI_Fetch_and_op(const void* from, void* before, MPI_Datatype type, int rank, MPI_Aint at, MPI_Op op,
                     MPI_Win window) {
  ++fetches;
  note('F');
  return PMPI_Fetch_and_op(from, before, type, rank, at, op, window);
}

int MPI_Finalize(void) {
  fprintf(stderr, "MPI_Get %ld MPI_Accumulate %ld MPI_Fetch_and_op %ld\n", gets, accumulates, fetches);
  if (getenv("PMPI_ORDER") != NULL) write_order();
  return PMPI_Finalize();
}
