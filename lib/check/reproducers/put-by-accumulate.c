enum { bytes = 1024, first = 3 }; /* of a slot; where the data begins in it */
static unsigned char value(int origin, int round, int i) {
  return (unsigned char)(1 + (31 * origin + 17 * round + 7 * i) % 255);
}

/* MPI_REPLACE puts bytes to the right neighbour, MPI_NO_OP gets them back, contiguous and by MPI_Type_vector. */
int main(int argc, char** argv) {
  const int counts[] = {1, 12, 101}, lengths[] = {101, 5, 1}, strides[] = {101, 9, 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(65536); /* whole pages */
  for (int round = 0; round < 3; ++round) {
    const int n = (counts[round] - 1) * strides[round] + lengths[round], to = (rank + 1) % size;
    unsigned char sent[bytes], seen[bytes] = {0}, *own = base;
    MPI_Datatype type;
    MPI_Type_vector(counts[round], lengths[round], strides[round], MPI_BYTE, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < bytes; ++i) own[i] = 0;
    for (int i = 0; i < n; ++i) sent[i] = value(rank, round, i);
    everybody();
    MPI_Accumulate(sent, 1, type, to, first, 1, type, MPI_REPLACE, win);
    MPI_Win_flush(to, win);
    MPI_Get_accumulate(NULL, 0, MPI_BYTE, seen, 1, type, to, first, 1, type, MPI_NO_OP, win);
    everybody();
    for (int i = 0; i < n; ++i) {
      const int moved = i % strides[round] < lengths[round];
      compare("MPI_NO_OP after MPI_REPLACE: byte", to, i, seen[i], moved ? value(rank, round, i) : 0);
      compare("load after MPI_REPLACE: byte", rank, i, own[first + i],
              moved ? value((rank + size - 1) % size, round, i) : 0);
    }
    everybody();
    MPI_Type_free(&type);
  }
  return finish();
}
