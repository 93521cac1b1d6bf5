/* Adds 1 and returns the value before. */
static int64_t update(int target) {
  const int64_t one = 1;
  int64_t before = -1;
  MPI_Fetch_and_op(&one, &before, MPI_INT64_T, target, 0, MPI_SUM, win);
  MPI_Win_flush(target, win);
  return before;
}

