enum { transfers = 300, words = 8, all = transfers * words, rounds = 100 }; /* to every rank, of 8 bytes each */
static int64_t value(int owner, int round, long i) { return ((int64_t)owner << 40) + ((int64_t)round << 32) + i; }

static void start(int put, int64_t* buffer) {
  for (int k = 0; k < transfers; ++k)
    for (int step = 1; step <= size; ++step) {
      const int to = (rank + step) % size;
      int64_t* here = buffer + (long)to * all + k * words;
      const MPI_Aint get_at = 8L * k * words, put_at = 8L * all * (1 + rank) + get_at;
      if (put) MPI_Put(here, words, MPI_INT64_T, to, put_at, words, MPI_INT64_T, win);
      else MPI_Get(here, words, MPI_INT64_T, to, get_at, words, MPI_INT64_T, win);
    }
}

/* Gets and puts in turn, hundreds to every rank, one rank late: all complete when the call returns? It takes luck. */
int main(int argc, char** argv) {
  int64_t *buffer, *own;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window((8L * all * (1 + size) + 65535) / 65536 * 65536); /* whole pages: what is fetched, what each rank puts */
  buffer = malloc(sizeof(int64_t) * all * size), own = base;
  for (int round = 0; round < rounds; ++round) {
    const int put = round % 2;
    for (int i = 0; i < all; ++i) own[i] = value(rank, round, i);
    for (long i = 0; i < (long)all * size; ++i) buffer[i] = put ? value(rank, round, i) : -1;
    everybody();
    start(put, buffer);
    for (double start = MPI_Wtime(); round / 2 % size == rank && MPI_Wtime() < start + 0.005;) {}
    @COMPLETE@
    for (long i = 0; i < (long)all * size; ++i) {
      if (!put) compare("get (1: right), word", (int)(i / all), i % all, buffer[i] == value((int)(i / all), round, i % all), 1);
      buffer[i] = -1;
    }
@AGAIN@
    everybody();
    for (long i = 0; i < (long)all * size && put; ++i)
      compare("put (1: right), word", (int)(i / all), i % all,
              own[all + i] == value((int)(i / all), round, (long)rank * all + i % all), 1);
    everybody();
  }
  return finish(); /* the buffer is not freed: what comes late may still arrive in it */
}
