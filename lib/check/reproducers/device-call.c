enum { n = @WORDS@, origin_on_gpu = @ORIGIN@, window_on_gpu = @WINDOW@, inside = 0, computing, waiting };
static @WORD@ initial[n], sent[n], none[n], seen[n];

static void work(void* unused) { /* for some tenths of a second */
  for (volatile long i = 0; i < 100000000; ++i) (void)unused;
}

int main(int argc, char** argv) {
  const int target = @TARGET@; /* what rank 0 does meanwhile: it is inside MPI, computes, or waits for the GPU */
  MPI_Init(&argc, &argv), MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  start_gpu();
  for (int i = 0; i < n; ++i) initial[i] = 7 + i % 100, sent[i] = 1000 + i;
  origin = copied(origin_on_gpu, sent, sizeof sent), result = copied(origin_on_gpu, none, sizeof none);
  expected = copied(origin_on_gpu, initial, sizeof initial), base = copied(window_on_gpu, initial, sizeof initial);
  make_window(sizeof initial);
  copy(window_on_gpu, base, initial, sizeof initial); /* a window may have memory of its own */
  everybody();
  if (rank == 0 && target == computing) work(NULL);
  if (rank == 0 && target == waiting) CUDA(cuLaunchHostFunc, (stream, work, NULL)), CUDA(cuStreamSynchronize, (stream));
  if (rank == 1) @CALL@
  everybody();
  copy(window_on_gpu, seen, base, sizeof seen);
  for (int i = 0; i < n && rank == 0; ++i) compare("word of the window", 0, i, seen[i], @LEFT@);
  copy(origin_on_gpu, seen, result, sizeof seen);
  for (int i = 0; i < n && rank == 1; ++i) compare("word that came back", 0, i, seen[i], @CAME@);
  return finish();
}
