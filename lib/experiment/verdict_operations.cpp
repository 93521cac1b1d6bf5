#include "experiment/verdict_operations.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t data_bytes = 2 * large_doubles * sizeof(double);
// Atomics use a place behind the data, so that integers and doubles use different addresses.
constexpr MPI_Aint atomic_place = data_bytes;

MPI_Datatype every_second(int rows, int doubles) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_vector(rows, doubles, 2 * doubles, MPI_DOUBLE, &type), "MPI_Type_vector");
  check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
  return type;
}

void flush(const VerdictWindows& w, int target) {
  check_mpi(MPI_Win_flush(w.data.at(target).rank, w.data.handle()), "MPI_Win_flush");
}

void fetch_and_op(VerdictWindows& w, int target) {
  const std::int64_t one = 1;
  std::int64_t before = 0;
  const Window::Place at = w.data.at(target, atomic_place);
  check_mpi(MPI_Fetch_and_op(&one, &before, MPI_INT64_T, at.rank, at.byte, MPI_SUM, w.data.handle()),
            "MPI_Fetch_and_op");
  flush(w, target);
}

void compare_and_swap(VerdictWindows& w, int target) {
  const std::int64_t zero = 0;
  std::int64_t before = 0;
  const Window::Place at = w.data.at(target, atomic_place);
  check_mpi(MPI_Compare_and_swap(&zero, &zero, &before, MPI_INT64_T, at.rank, at.byte, w.data.handle()),
            "MPI_Compare_and_swap");
  flush(w, target);
}

void exclusive_lock(VerdictWindows& w, int target) {
  const std::int64_t value = 1;
  const Window::Place at = w.exclusive.at(target);
  check_mpi(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, at.rank, 0, w.exclusive.handle()), "MPI_Win_lock");
  check_mpi(MPI_Put(&value, 1, MPI_INT64_T, at.rank, at.byte, 1, MPI_INT64_T, w.exclusive.handle()), "MPI_Put");
  check_mpi(MPI_Win_unlock(at.rank, w.exclusive.handle()), "MPI_Win_unlock");
}

// What a get, put or accumulate transfers: `origin` doubles here, `count` x `type` at the target.
struct Patch {
  int origin;
  int count;
  MPI_Datatype type;
};
using Move = void (*)(VerdictWindows&, int target, const Patch&);

void get(VerdictWindows& w, int target, const Patch& p) {
  const Window::Place at = w.data.at(target);
  check_mpi(MPI_Get(w.buffer.data(), p.origin, MPI_DOUBLE, at.rank, at.byte, p.count, p.type, w.data.handle()),
            "MPI_Get");
  flush(w, target);
}
void put(VerdictWindows& w, int target, const Patch& p) {
  const Window::Place at = w.data.at(target);
  check_mpi(MPI_Put(w.buffer.data(), p.origin, MPI_DOUBLE, at.rank, at.byte, p.count, p.type, w.data.handle()),
            "MPI_Put");
  flush(w, target);
}
void accumulate(VerdictWindows& w, int target, const Patch& p) {
  const Window::Place at = w.data.at(target);
  check_mpi(MPI_Accumulate(w.buffer.data(), p.origin, MPI_DOUBLE, at.rank, at.byte, p.count, p.type, MPI_SUM,
                           w.data.handle()),
            "MPI_Accumulate");
  flush(w, target);
}

void add_moves(std::vector<VerdictOperation>& all, const std::string& name, Move move) {
  all.push_back({name + ", 8 B", [move](VerdictWindows& w, int t) { move(w, t, {1, 1, MPI_DOUBLE}); }});
  all.push_back({name + ", strided, 64 B",
                 [move](VerdictWindows& w, int t) { move(w, t, {small_doubles, 1, w.strided_small}); }});
  all.push_back(
      {name + ", 1 MB", [move](VerdictWindows& w, int t) { move(w, t, {large_doubles, large_doubles, MPI_DOUBLE}); }});
  all.push_back({name + ", strided, 1 MB",
                 [move](VerdictWindows& w, int t) { move(w, t, {large_doubles, 1, w.strided_large}); }});
}

}  // namespace

VerdictWindows::VerdictWindows(const Communicator& comm, WindowKind kind)
    : data(comm, data_bytes + sizeof(std::int64_t), {.kind = kind}),
      exclusive(comm, sizeof(std::int64_t), {.kind = kind, .lock_all = false}),
      buffer(large_doubles, 0.0),
      strided_small(every_second(small_doubles, 1)),
      strided_large(every_second(large_doubles / row_doubles, row_doubles)) {}

VerdictWindows::~VerdictWindows() {
  MPI_Type_free(&strided_small);
  MPI_Type_free(&strided_large);
}

const std::vector<VerdictOperation>& verdict_operations() {
  static const std::vector<VerdictOperation> all = [] {
    std::vector<VerdictOperation> list = {{"fetch_and_op, 8 B", fetch_and_op},
                                          {"compare_and_swap, 8 B", compare_and_swap, true},
                                          {"exclusive lock, put, unlock", exclusive_lock}};
    add_moves(list, "get", get);
    add_moves(list, "put", put);
    add_moves(list, "accumulate", accumulate);
    return list;
  }();
  return all;
}

}  // namespace fockproxy
