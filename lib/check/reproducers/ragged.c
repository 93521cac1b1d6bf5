/* Small ones, the same on every rank, then different ones, none a whole number of pages. */
static MPI_Aint bytes_of(int shape, int of_rank) {
  const MPI_Aint small[] = {8, 4956, 4, 24, 1000};
  if (shape < 5) return small[shape];
  if ((shape + of_rank) % 7 == 6) return 0;
  return 8 + (1237L * (shape + 1) * (of_rank + 3) + 4099L * shape) % 20011;
}

static unsigned char pattern(int owner, MPI_Aint i, int round) {
  return (unsigned char)(1 + (i + 67 * owner + 131 * round + i / 251) % 255);
}

/* Puts and gets to the right neighbour's segment, and loads and stores of one's own, must meet the same memory. */
static void test(int shape) {
  const int right = (rank + 1) % size;
  const MPI_Aint mine = bytes_of(shape, rank), theirs = bytes_of(shape, right);
  unsigned char *own, *buffer = malloc(theirs + 1);
  make_window(@SEGMENT@);
  own = base;
  for (MPI_Aint i = 0; i < theirs; ++i) buffer[i] = pattern(right, i, 1);
  MPI_Put(buffer, (int)theirs, MPI_BYTE, right, 0, (int)theirs, MPI_BYTE, win);
  everybody();
  for (MPI_Aint i = 0; i < mine; ++i) compare("put, then load: byte", rank, i, own[i], pattern(rank, i, 1));
  everybody();
  for (MPI_Aint i = 0; i < mine; ++i) own[i] = pattern(rank, i, 2);
  everybody();
  MPI_Get(buffer, (int)theirs, MPI_BYTE, right, 0, (int)theirs, MPI_BYTE, win);
  MPI_Win_flush(right, win);
  for (MPI_Aint i = 0; i < theirs; ++i) compare("store, then get: byte", right, i, buffer[i], pattern(right, i, 2));
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
@FREE@
  free(buffer);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int shape = 0; shape < 29; ++shape) test(shape);
  return finish();
}
