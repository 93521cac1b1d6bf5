enum { rows = 12, columns = 16, doubles = rows * columns }; /* of a segment, or of one slot of it */

static MPI_Datatype make_type(int variant) {
  int n = 0, lengths[doubles], starts[doubles];
  MPI_Datatype type;
  for (int at = variant % 7; at + 3 < doubles; at += 4 + at % 3, ++n) lengths[n] = 1 + at % 3, starts[n] = at;
  MPI_Type_indexed(n, lengths, starts, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

