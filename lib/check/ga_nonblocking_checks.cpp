// Many non-blocking transfers of Global Arrays in flight, as --prefetch-blocks and --complete batch use them with
// --matrix ga.
#include <fmt/format.h>
#include <ga.h>
#include <macdecls.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "check/ga_checks.hpp"
#include "support/error.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

// A matrix of doubles. Every rank has `slots` patches of its own, each three rows high, between rows and columns that
// no rank writes. Some patches lie across two owners.
class SlottedMatrix {
 public:
  SlottedMatrix(const Communicator& comm, int slots) : comm_(comm), slots_(slots) {
    int dims[] = {depth * comm.size() + 1, width * slots + 1}, chunk[] = {-1, -1};
    char name[] = "check";
    handle_ = NGA_Create(C_DBL, 2, dims, name, chunk);
    if (!handle_) throw ComputationError("NGA_Create failed");
    GA_Zero(handle_);
  }
  ~SlottedMatrix() { GA_Destroy(handle_); }
  SlottedMatrix(const SlottedMatrix&) = delete;
  SlottedMatrix& operator=(const SlottedMatrix&) = delete;

  static constexpr int rows = 3, columns = 5, elements = rows * columns;

  void put(int rank, int slot, double* values, ga_nbhdl_t* handle) {
    set(rank, slot);
    NGA_NbPut(handle_, lo_, hi_, values, ld_, handle);
  }
  void get(int rank, int slot, double* values, ga_nbhdl_t* handle) {
    set(rank, slot);
    NGA_NbGet(handle_, lo_, hi_, values, ld_, handle);
  }
  void add(int rank, int slot, double* values, ga_nbhdl_t* handle) {
    double one = 1.0;
    set(rank, slot);
    NGA_NbAcc(handle_, lo_, hi_, values, ld_, &one, handle);
  }
  // By the blocking call.
  std::vector<double> read(int rank, int slot) {
    std::vector<double> values(elements, -1.0);
    set(rank, slot);
    NGA_Get(handle_, lo_, hi_, values.data(), ld_);
    return values;
  }
  int slots() const { return slots_; }
  const Communicator& comm() const { return comm_; }

 private:
  static constexpr int depth = rows + 1, width = columns + 1;

  void set(int rank, int slot) {
    lo_[0] = depth * rank + 1, lo_[1] = width * slot + 1;
    hi_[0] = lo_[0] + rows - 1, hi_[1] = lo_[1] + columns - 1;
  }

  const Communicator& comm_;
  int slots_, handle_ = 0;
  int lo_[2] = {}, hi_[2] = {}, ld_[1] = {columns};
};

// Values that differ between ranks, rounds, slots and places.
std::vector<double> values_of(int rank, int round, int slot) {
  std::vector<double> values(SlottedMatrix::elements);
  for (int i = 0; i < SlottedMatrix::elements; ++i) values[i] = 1 + i + 100.0 * (slot + 1000.0 * (round + 10.0 * rank));
  return values;
}

void compare_slot(Violations& found, const char* what, int slot, const std::vector<double>& seen,
                  const std::vector<double>& right) {
  for (std::size_t i = 0; i < right.size() && found.empty(); ++i)
    if (seen[i] != right[i])
      found.push_back(fmt::format("{}, transfer {}: element {} is {} instead of {}", what, slot, i, seen[i], right[i]));
}

// Starts one transfer for each slot, waits for all, then calls `look` for each.
template <class Start, class Look>
void in_flight(int slots, Start start, Look look) {
  std::vector<ga_nbhdl_t> handles(slots);
  for (int slot = 0; slot < slots; ++slot) start(slot, &handles[slot]);
  for (ga_nbhdl_t& handle : handles) NGA_NbWait(&handle);
  for (int slot = 0; slot < slots; ++slot) look(slot);
}

Violations one_round(SlottedMatrix& matrix, NonBlocking call, int round) {
  const Communicator& comm = matrix.comm();
  const int me = comm.rank(), right = (me + 1) % comm.size(), left = (me + comm.size() - 1) % comm.size();
  std::vector<std::vector<double>> buffers;
  for (int slot = 0; slot < matrix.slots(); ++slot) buffers.push_back(values_of(me, round, slot));
  const auto spoil = [&](int slot) { std::ranges::fill(buffers[slot], std::numeric_limits<double>::quiet_NaN()); };
  Violations found;
  // Every rank writes the slots of its right neighbour; for accumulates it also writes its own.
  in_flight(matrix.slots(), [&](int s, ga_nbhdl_t* h) { matrix.put(right, s, buffers[s].data(), h); }, spoil);
  GA_Sync();
  for (int s = 0; s < matrix.slots(); ++s)
    compare_slot(found, "NGA_NbPut", s, matrix.read(me, s), values_of(left, round, s));
  GA_Sync();
  if (call == NonBlocking::get)
    in_flight(
        matrix.slots(), [&](int s, ga_nbhdl_t* h) { matrix.get(right, s, buffers[s].data(), h); },
        [&](int s) { compare_slot(found, "NGA_NbGet", s, buffers[s], values_of(me, round, s)); });
  if (call == NonBlocking::accumulate)
    for (const int target : {right, me}) {
      for (int s = 0; s < matrix.slots(); ++s) buffers[s] = values_of(me, round + 1, s);
      in_flight(matrix.slots(), [&](int s, ga_nbhdl_t* h) { matrix.add(target, s, buffers[s].data(), h); }, spoil);
    }
  GA_Sync();
  for (int s = 0; s < matrix.slots() && call == NonBlocking::accumulate; ++s) {
    std::vector<double> sums = values_of(left, round, s);
    for (const int origin : {left, me})
      for (int i = 0; i < SlottedMatrix::elements; ++i) sums[i] += values_of(origin, round + 1, s)[i];
    compare_slot(found, "NGA_NbAcc", s, matrix.read(me, s), sums);
  }
  GA_Sync();
  return found;
}

}  // namespace

Violations check_ga_nonblocking(const CheckContext& context, NonBlocking call) {
  const Communicator& comm = context.runtime.world();
  for (const int outstanding : context.brief ? std::vector{1, 8} : std::vector{1, 2, 8, 64, 128, 255}) {
    SlottedMatrix matrix(comm, outstanding);
    Violations mine;
    for (int round = 0; round < 2; ++round) contracts::append(mine, one_round(matrix, call, round));
    if (const Violations found = contracts::of_all_ranks(comm, mine); !found.empty()) return found;
  }
  return {};
}

}  // namespace fockproxy::check
