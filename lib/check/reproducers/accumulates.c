/* Adds to `sum` what a round of a rank adds everywhere; or, with an owner >= 0, sends it there. */
static void add(double* sum, int owner, int origin, int round) {
  double elements[doubles], values[doubles];
  MPI_Datatype type = make_type(origin + round);
  const int n = elements_of(type, elements);
  for (int k = 0; k < n; ++k) values[k] = 1 + (31 * origin + 17 * round + 7 * k) % 101;
  for (int k = 0; k < n && owner < 0; ++k) sum[(int)elements[k]] += values[k];
  if (owner >= 0) MPI_Accumulate(values, n, MPI_DOUBLE, owner, 0, 1, type, MPI_SUM, win);
  if (owner >= 0) MPI_Win_flush_local(owner, win);
  MPI_Type_free(&type);
}

/* All ranks add small integers to overlapping patches of all segments at once: the sums are exact. */
int main(int argc, char** argv) {
  double sum[doubles] = {0}, seen[doubles];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(65536); /* whole pages */
  for (int i = 0; i < doubles; ++i) ((double*)base)[i] = 0;
  everybody();
  for (int round = 0; round < 20; ++round)
    for (int step = 0; step < size; ++step) add(sum, (rank + step) % size, rank, round);
  everybody();
  for (int round = 0; round < 20; ++round)
    for (int origin = 0; origin < size; ++origin) add(sum, -1, origin, round);
  for (int i = 0; i < doubles; ++i) compare("load after accumulates: double", rank, i, ((double*)base)[i], sum[i]);
  for (int owner = 0; owner < size; ++owner) {
    MPI_Get(seen, doubles, MPI_DOUBLE, owner, 0, doubles, MPI_DOUBLE, win);
    MPI_Win_flush(owner, win);
    for (int i = 0; i < doubles; ++i) compare("get after accumulates: double", owner, i, seen[i], sum[i]);
  }
  return finish();
}
