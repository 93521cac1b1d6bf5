enum { rows = 12, columns = 16, doubles = rows * columns }; /* of a segment, or of one slot of it */

static MPI_Datatype make_type(int variant) {
  const int sizes[] = {rows, columns}, first[] = {variant % 3, variant % 5};
  const int part[] = {rows - first[0] - 1, columns - first[1] - 2};
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes, part, first, MPI_ORDER_C, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

