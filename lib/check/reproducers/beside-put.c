enum { pairs = 64, rounds = 20 };

/* All ranks add to the even words, and each puts some of the odd ones, which nobody else changes. */
int main(int argc, char** argv) {
  int32_t ones[pairs], sent[2 * pairs], seen[2 * pairs], *own;
  MPI_Datatype even;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(65536); /* whole pages */
  own = base;
  for (int i = 0; i < 2 * pairs; ++i) own[i] = 0, ones[i / 2] = 1;
  MPI_Type_vector(pairs, 1, 2, MPI_INT32_T, &even);
  MPI_Type_commit(&even);
  everybody();
  for (int round = 0; round < rounds; ++round)
    for (int step = 0; step < size; ++step) {
      const int to = (rank + step) % size;
      MPI_Accumulate(ones, pairs, MPI_INT32_T, to, 0, 1, even, MPI_SUM, win);
      for (int i = 2 * rank + 1; i < 2 * pairs; i += 2 * size) {
        sent[i] = 1000 * i + round;
        MPI_Put(&sent[i], 1, MPI_INT32_T, to, 4 * i, 1, MPI_INT32_T, win);
      }
      MPI_Win_flush(to, win);
      for (int i = 2 * rank + 1; i < 2 * pairs; i += 2 * size)
        MPI_Get(&seen[i], 1, MPI_INT32_T, to, 4 * i, 1, MPI_INT32_T, win);
      MPI_Win_flush(to, win);
      for (int i = 2 * rank + 1; i < 2 * pairs; i += 2 * size) compare("put, then get: word", to, i, seen[i], sent[i]);
    }
  everybody();
  for (int i = 0; i < 2 * pairs; ++i)
    compare(i % 2 ? "put: word" : "sum: word", rank, i, own[i], i % 2 ? 1000 * i + rounds - 1 : rounds * size);
  MPI_Type_free(&even);
  return finish();
}
