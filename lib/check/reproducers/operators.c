enum { words = @WORDS@, columns = 9, all = 108, first = @FIRST@ }; /* first: MPI_Accumulate has no MPI_NO_OP */
typedef @WORD@ word;
static const char* names[] = {"MPI_NO_OP: word", "MPI_SUM: word", "MPI_REPLACE: word", "MPI_MIN: word",
                              "MPI_MAX: word"};

static word result(int op, word old, word sent) {
  switch (op) {
    case 1: return old + sent;
    case 2: return sent;
    case 3: return sent < old ? sent : old;
    case 4: return sent > old ? sent : old;
  }
  return old;
}

/* Each operator, to the right neighbour: what it fetches is what was there, and what it leaves is right. */
int main(int argc, char** argv) {
  const MPI_Op ops[] = {MPI_NO_OP, MPI_SUM, MPI_REPLACE, MPI_MIN, MPI_MAX};
  const int derived = @DERIVED@;
  MPI_Datatype vector;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  make_window(65536); /* whole pages */
  MPI_Type_vector(12, 5, columns, @TYPE@, &vector);
  MPI_Type_commit(&vector);
  for (int op = first; op < 5; ++op)
    for (int packed = !derived; packed < 2; ++packed) { /* the same datatype at the origin, or contiguous words there */
      const MPI_Datatype here = packed ? @TYPE@ : vector, there = derived ? vector : @TYPE@;
      const int n = packed ? words : 1, m = derived ? 1 : words, to = (rank + 1) % size;
      word sent[all] = {0}, fetched[all] = {0}, *own = base;
      for (int i = 0; i < all; ++i) own[i] = 1000 * rank + (100 + 7 * i) % 211;
      for (int k = 0; k < words; ++k) sent[packed ? k : k / 5 * columns + k % 5] = 1000 * to + (13 * k) % 211;
      everybody();
      @CALL@
      everybody();
      for (int i = 0, k = 0; i < all; ++i) {
        const word old = 1000 * rank + (100 + 7 * i) % 211, theirs = 1000 * to + (100 + 7 * i) % 211;
        const int moved = k < words && (!derived || i % columns < 5);
        compare(names[op], rank, i, own[i], moved ? result(op, old, 1000 * rank + (13 * k) % 211) : old);
        if (moved && !first) compare(names[op], to, i, fetched[packed ? k : i], theirs);
        k += moved;
      }
      (void)m, (void)n, (void)there, (void)here, (void)fetched;
      everybody();
    }
  MPI_Type_free(&vector);
  return finish();
}
