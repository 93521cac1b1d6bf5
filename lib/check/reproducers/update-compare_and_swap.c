/* Adds 1 and returns the value before. */
static int64_t update(int target) {
  int@BITS@_t expected = 0, before = -1;
  for (;; expected = before) {
    const int@BITS@_t desired = expected + 1;
    MPI_Compare_and_swap(&desired, &expected, &before, MPI_INT@BITS@_T, target, 0, win);
    MPI_Win_flush(target, win);
    if (before == expected) return before;
  }
}

