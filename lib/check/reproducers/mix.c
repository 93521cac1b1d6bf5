enum { updates = 36, words = 3 }; /* a sum, a maximum and a word that is replaced */

/* One operator for each word, all in flight at once, each word read by MPI_NO_OP behind its update. */
int main(int argc, char** argv) {
  const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_REPLACE};
  int64_t* own;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(65536); /* whole pages */
  own = base;
  for (int w = 0; w < words; ++w) own[w] = 0;
  everybody();
  for (int target = 0; target < size; ++target)
    for (int u = 0; u < updates; ++u) {
      int64_t sent[words] = {1, 1 + u * size + rank, 1 + u * size + rank}, fetched[words], seen[words];
      for (int i = 0; i < words; ++i) {
        const int w = (i + rank + u) % words, call = (i + u + rank / words) % 3;
        if (call == 0) MPI_Accumulate(&sent[w], 1, MPI_INT64_T, target, 8 * w, 1, MPI_INT64_T, ops[w], win);
        if (call == 1)
          MPI_Get_accumulate(&sent[w], 1, MPI_INT64_T, &fetched[w], 1, MPI_INT64_T, target, 8 * w, 1, MPI_INT64_T,
                             ops[w], win);
        if (call == 2) MPI_Fetch_and_op(&sent[w], &fetched[w], MPI_INT64_T, target, 8 * w, ops[w], win);
        MPI_Fetch_and_op(&sent[w], &seen[w], MPI_INT64_T, target, 8 * w, MPI_NO_OP, win);
      }
      MPI_Win_flush(target, win);
      for (int w = 0; w < words; ++w)
        compare("value that is possible, of word", target, w, seen[w] >= 1 && seen[w] <= updates * size, 1);
    }
  everybody();
  compare("sum: word", rank, 0, (double)own[0], updates * size);
  compare("maximum: word", rank, 1, (double)own[1], updates * size);
  compare("a value written last: word", rank, 2, own[2] > (updates - 1) * size && own[2] <= updates * size, 1);
  return finish();
}
