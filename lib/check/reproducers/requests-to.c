enum { outstanding = @OUTSTANDING@ };
static MPI_Request requests[outstanding]; static MPI_Status statuses[outstanding];
static double buffers[outstanding][doubles], right[outstanding][doubles], elements[doubles];
static double value(int origin, int slot, int i) { return 1 + i + doubles * (slot + outstanding * (double)origin); }

/* To the right neighbour and to oneself in turn. Once all are waited for, the buffers may be overwritten, and are. */
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window((sizeof buffers + 65535) / 65536 * 65536); /* whole pages */
  for (int i = 0; i < outstanding * doubles; ++i) ((double*)base)[i] = 0;
  everybody();
  for (int k = 0; k < outstanding; ++k) {
    MPI_Datatype type = make_type(k);
    const int n = elements_of(type, elements), packed = k % 4 > 1; /* contiguous doubles, or the same type, here */
    const int to = (rank + (k + 1) % 2) % size, from = (rank + size - (k + 1) % 2) % size;
    for (int i = 0; i < n; ++i) {
      buffers[k][packed ? i : (int)elements[i]] = value(rank, k, (int)elements[i]);
      right[k][(int)elements[i]] = value(from, k, (int)elements[i]);
    }
    @CALL@(buffers[k], packed ? n : 1, packed ? MPI_DOUBLE : type, to, (MPI_Aint)sizeof buffers[0] * k, 1, type,
@OP@
           win, &requests[k]);
    MPI_Type_free(&type);
  }
  MPI_Waitall(outstanding, requests, statuses);
  for (int i = 0; i < outstanding * doubles; ++i) buffers[i / doubles][i % doubles] = -1;
  everybody();
  for (int i = 0; i < outstanding * doubles; ++i)
    compare("double", rank, i, ((double*)base)[i], right[i / doubles][i % doubles]);
  return finish();
}
