enum { updates = 300 };

/* All ranks at once: every value before an update is seen exactly once, and the final value is their number. */
int main(int argc, char** argv) {
  int* times;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(65536); /* whole pages */
  *(int@BITS@_t*)base = 0;
  everybody();
  times = malloc(sizeof(int) * updates * size);
  for (int target = 0; target < size; ++target) {
    for (int i = 0; i < updates * size; ++i) times[i] = 0;
    for (int i = 0; i < updates; ++i) {
      const int64_t before = update(target);
      if (before >= 0 && before < updates * size) ++times[before];
    }
    MPI_Allreduce(MPI_IN_PLACE, times, updates * size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < updates * size; ++i) compare("number of times that was seen the value", target, i, times[i], 1);
  }
  everybody();
  compare("final value", rank, 0, (double)*(int@BITS@_t*)base, updates * size);
  free(times);
  return finish();
}
