#include "support/accumulate_calls.hpp"

#include <mpi.h>

namespace fockproxy::testing {

AccumulateCalls& accumulate_calls() {
  static AccumulateCalls calls;
  return calls;
}

namespace {

void note(int index, int count, MPI_Datatype type) {
  AccumulateCalls& calls = accumulate_calls();
  calls.operators |= std::int64_t{1} << index;
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (count != 1 || combiner != MPI_COMBINER_NAMED) calls.blocks = 1;
}

int index_of(MPI_Op op) { return op == MPI_SUM ? 0 : op == MPI_REPLACE ? 1 : op == MPI_NO_OP ? 2 : 4; }

}  // namespace
}  // namespace fockproxy::testing

using fockproxy::testing::index_of;
using fockproxy::testing::note;

extern "C" {

int MPI_Accumulate(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count,
                   MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  note(index_of(op), target_count, target_type);
  return PMPI_Accumulate(origin, count, type, target, place, target_count, target_type, op, win);
}

int MPI_Raccumulate(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count,
                    MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
  note(index_of(op), target_count, target_type);
  return PMPI_Raccumulate(origin, count, type, target, place, target_count, target_type, op, win, request);
}

int MPI_Get_accumulate(const void* origin, int count, MPI_Datatype type, void* result, int result_count,
                       MPI_Datatype result_type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
                       MPI_Op op, MPI_Win win) {
  note(index_of(op), target_count, target_type);
  return PMPI_Get_accumulate(origin, count, type, result, result_count, result_type, target, place, target_count,
                             target_type, op, win);
}

int MPI_Rget_accumulate(const void* origin, int count, MPI_Datatype type, void* result, int result_count,
                        MPI_Datatype result_type, int target, MPI_Aint place, int target_count,
                        MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
  note(index_of(op), target_count, target_type);
  return PMPI_Rget_accumulate(origin, count, type, result, result_count, result_type, target, place, target_count,
                              target_type, op, win, request);
}

int MPI_Fetch_and_op(const void* origin, void* result, MPI_Datatype type, int target, MPI_Aint place, MPI_Op op,
                     MPI_Win win) {
  note(index_of(op), 1, type);
  return PMPI_Fetch_and_op(origin, result, type, target, place, op, win);
}

int MPI_Compare_and_swap(const void* origin, const void* compared, void* result, MPI_Datatype type, int target,
                         MPI_Aint place, MPI_Win win) {
  note(3, 1, type);
  return PMPI_Compare_and_swap(origin, compared, result, type, target, place, win);
}

}  // extern "C"
