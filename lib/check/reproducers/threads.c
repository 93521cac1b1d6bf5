#include <pthread.h>

enum { threads = 3, rounds = 20 };
static int64_t drawn[threads][rounds]; /* from the counter of rank 0 */
static int stale[threads];             /* words that were put and not fetched */

/* A thread draws from the counter of every rank, adds to its sum, and puts and fetches a word that only it changes. */
static void* work(void* number) {
  const int t = *(const int*)number;
  const int64_t one = 1;
  const MPI_Aint mine = 8 * (2 + (MPI_Aint)threads * rank + t);
  for (int round = 0; round < rounds; ++round)
    for (int step = 0; step < size; ++step) {
      const int to = (rank + step + t) % size;
      const int64_t sent = 1 + round + 1000 * mine;
      int64_t before = -1, got = -1;
      MPI_Fetch_and_op(&one, &before, MPI_INT64_T, to, 0, MPI_SUM, win);
      MPI_Accumulate(&one, 1, MPI_INT64_T, to, 8, 1, MPI_INT64_T, MPI_SUM, win);
      MPI_Put(&sent, 1, MPI_INT64_T, to, mine, 1, MPI_INT64_T, win);
      MPI_Win_flush(to, win);
      MPI_Get(&got, 1, MPI_INT64_T, to, mine, 1, MPI_INT64_T, win);
      MPI_Win_flush(to, win);
      stale[t] += got != sent;
      if (to == 0) drawn[t][round] = before;
    }
  return NULL;
}

/* Three threads of every rank in one-sided calls on one window at once: every value drawn once, every sum complete? */
int main(int argc, char** argv) {
  int level, all, numbers[threads], *times;
  int64_t* own;
  pthread_t team[threads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  compare("thread level, number", rank, 0, level, MPI_THREAD_MULTIPLE);
  if (level < MPI_THREAD_MULTIPLE) return finish();
  make_window((8L * (2 + threads * size) + 65535) / 65536 * 65536); /* whole pages */
  all = threads * rounds * size, own = base, own[0] = own[1] = 0;
  everybody();
  for (int t = 0; t < threads; ++t) numbers[t] = t, pthread_create(&team[t], NULL, work, &numbers[t]);
  for (int t = 0; t < threads; ++t) pthread_join(team[t], NULL);
  everybody();
  for (int t = 0; t < threads; ++t) compare("put, then get: wrong words of thread", rank, t, stale[t], 0);
  for (int i = 0; i < 2; ++i) compare(i == 0 ? "counter, word" : "sum, word", rank, i, own[i], all);
  times = calloc(all, sizeof(int));
  for (int i = 0; i < threads * rounds; ++i) {
    const int64_t value = drawn[i / rounds][i % rounds];
    if (value >= 0 && value < all) ++times[value];
  }
  MPI_Allreduce(MPI_IN_PLACE, times, all, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < all; ++i) compare("number of times that was drawn the value", 0, i, times[i], 1);
  free(times);
  return finish();
}
