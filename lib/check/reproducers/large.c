enum { most = 1 << 20 };
static double value(int origin, int i) { return 1 + 31 * origin + 7.0 * i; }

/* Sums of 73 kB, 1 MB and 8 MB from the left neighbour and from oneself, contiguous and by MPI_Type_vector. */
int main(int argc, char** argv) {
  const int sizes[] = {9217, 1 << 17, most};
  double *sent = malloc(sizeof(double) * most), *own;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(sizeof(double) * (most + most / 1000 + 1) / 65536 * 65536 + 65536); /* whole pages */
  own = base;
  for (int s = 0; s < 6; ++s) {
    const int length = s % 2 ? 1000 : sizes[s / 2], stride = length + s % 2, n = sizes[s / 2] / length;
    MPI_Datatype type;
    MPI_Type_vector(n, length, stride, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < n * stride; ++i) own[i] = 0;
    for (int k = 0; k < n * length; ++k) sent[k] = value(rank, k / length * stride + k % length);
    everybody();
    MPI_Accumulate(sent, n * length, MPI_DOUBLE, (rank + 1) % size, 0, 1, type, MPI_SUM, win);
    MPI_Accumulate(sent, n * length, MPI_DOUBLE, rank, 0, 1, type, MPI_SUM, win);
    everybody();
    for (int i = 0; i < n * stride; ++i)
      compare("double", rank, i, own[i], i % stride < length ? value(rank, i) + value((rank + size - 1) % size, i) : 0);
    everybody();
    MPI_Type_free(&type);
  }
  free(sent);
  return finish();
}
