#define FAR ((MPI_Aint)1 << 32)

/* Words of rank 0 behind 4 GiB, by displacements and by a datatype: none may land where 32 bits would have it. */
int main(int argc, char** argv) {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, FAR};
  double one = 1, value, both[] = {20, 21}, fetched = -1, got = -1;
  double *near, *far;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  base = rank == 0 ? malloc(FAR + 4096) : NULL; /* touched at both ends alone */
  make_window(rank == 0 ? FAR + 4096 : 0);
  near = base, far = rank == 0 ? (double*)((char*)base + FAR) : NULL;
  for (int i = 0; i < 8 && rank == 0; ++i) near[i] = far[i] = 5;
  everybody();
  MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  value = 10;
  if (rank == size - 1) {
    MPI_Put(&value, 1, MPI_DOUBLE, 0, FAR, 1, MPI_DOUBLE, win);
    MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, FAR + 8, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Fetch_and_op(&one, &fetched, MPI_DOUBLE, 0, FAR + 16, MPI_SUM, win);
    MPI_Put(both, 2, MPI_DOUBLE, 0, 24, 1, type, win);
    MPI_Win_flush(0, win);
    MPI_Get(&got, 1, MPI_DOUBLE, 0, FAR, 1, MPI_DOUBLE, win);
    MPI_Win_flush(0, win);
    compare("fetched word", 0, 2, fetched, 5);
    compare("word got", 0, 0, got, 10);
  }
  everybody();
  for (int i = 0; i < 8 && rank == 0; ++i) {
    const double right_far[] = {10, 6, 6, 21, 5, 5, 5, 5};
    compare("word behind 4 GiB", 0, i, far[i], right_far[i]);
    compare("word at the begin", 0, i, near[i], i == 3 ? 20 : 5);
  }
  MPI_Type_free(&type);
  return finish();
}
