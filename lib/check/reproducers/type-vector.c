enum { rows = 12, columns = 16, doubles = rows * columns }; /* of a segment, or of one slot of it */

static MPI_Datatype make_type(int variant) {
  MPI_Datatype type;
  MPI_Type_vector(rows - variant % 3, columns / 2 - variant % 5, columns, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

