enum { outstanding = @OUTSTANDING@ };
static MPI_Datatype types[outstanding]; static MPI_Request requests[outstanding];
static int n[outstanding], owner[outstanding]; static MPI_Status statuses[outstanding];
static double buffers[outstanding][doubles], elements[outstanding][doubles];
static double value(int of_rank, int slot, int i) { return 1 + i + doubles * (slot + outstanding * (double)of_rank); }

/* Every second request goes to the right neighbour, the others to oneself; all are waited for, and looked at at once. */
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window((sizeof buffers + 65535) / 65536 * 65536); /* whole pages */
  for (int k = 0; k < outstanding; ++k) {
    types[k] = make_type(k);
    n[k] = elements_of(types[k], elements[k]);
    owner[k] = (rank + (k + 1) % 2) % size;
    for (int i = 0; i < doubles; ++i) ((double*)base)[k * doubles + i] = value(rank, k, i);
  }
  everybody();
  for (int packed = 0; packed < 2; ++packed) { /* the same datatype at the origin, or contiguous doubles there */
    for (int i = 0; i < outstanding * doubles; ++i) buffers[i / doubles][i % doubles] = -1;
    for (int k = 0; k < outstanding; ++k)
      MPI_Rget(buffers[k], packed ? n[k] : 1, packed ? MPI_DOUBLE : types[k], owner[k],
               (MPI_Aint)sizeof buffers[0] * k, 1, types[k], win, &requests[k]);
    MPI_Waitall(outstanding, requests, statuses);
    for (int k = 0; k < outstanding; ++k)
      for (int i = 0, at; i < n[k]; ++i) {
        at = (int)elements[k][i];
        compare("as read, double", owner[k], at, buffers[k][packed ? i : at], value(owner[k], k, at));
      }
  }
  for (int k = 0; k < outstanding; ++k) MPI_Type_free(&types[k]);
  return finish();
}
