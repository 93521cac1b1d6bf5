enum { words = 25, place = 7, all = 1024 }; /* of 4 bytes: of the window, the one aimed at, of the page */
static const char* names[] = {"MPI_Put", "MPI_Get", "MPI_Accumulate", "MPI_Get_accumulate", "MPI_Fetch_and_op",
                              "MPI_Compare_and_swap"};

static void call(int operation, const int32_t* sent, const int32_t* before, int32_t* fetched, int target) {
  const MPI_Aint at = 4 * place;
  switch (operation) {
    case 0: MPI_Put(sent, 1, MPI_INT32_T, target, at, 1, MPI_INT32_T, win); break;
    case 1: MPI_Get(fetched, 1, MPI_INT32_T, target, at, 1, MPI_INT32_T, win); break;
    case 2: MPI_Accumulate(sent, 1, MPI_INT32_T, target, at, 1, MPI_INT32_T, MPI_SUM, win); break;
    case 3: MPI_Get_accumulate(sent, 1, MPI_INT32_T, fetched, 1, MPI_INT32_T, target, at, 1, MPI_INT32_T, MPI_SUM, win); break;
    case 4: MPI_Fetch_and_op(sent, fetched, MPI_INT32_T, target, at, MPI_SUM, win); break;
    case 5: MPI_Compare_and_swap(sent, before, fetched, MPI_INT32_T, target, at, win); break;
  }
}

/* Windows whose bases are no multiples of 16 bytes: the right neighbour's word changes, and no other word of its page. */
int main(int argc, char** argv) {
  const int shifts[] = {1, 2, 3, 5}; /* words from the page's begin to the window */
  static int32_t memory[2 * all];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int s = 0; s < 4; ++s) {
    int32_t* const page = memory + (all - (uintptr_t)memory / 4 % all) % all;
    base = page + shifts[s];
    make_window(4 * words);
    for (int operation = 0; operation < 6; ++operation) {
      const int32_t sent = 1000, before = 77, after[] = {1000, 77, 1077, 1077, 1077, 1000};
      int32_t fetched = -1;
      for (int i = 0; i < all; ++i) page[i] = i == shifts[s] + place ? before : -i;
      everybody();
      call(operation, &sent, &before, &fetched, (rank + 1) % size);
      everybody();
      for (int i = 0; i < all; ++i)
        compare(names[operation], rank, i - shifts[s], page[i], i == shifts[s] + place ? after[operation] : -i);
      if (operation == 1 || operation > 2) compare(names[operation], (rank + 1) % size, place, fetched, before);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  return finish();
}
