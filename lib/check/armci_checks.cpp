#include <mpi.h>

extern "C" {
#include <armci.h>  // has no extern "C" of its own
}
#include <fmt/format.h>

#include <vector>

#include "check/ga_checks.hpp"
#include "support/error.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

// ARMCI-MPI must know when the program loads and stores; other ARMCIs need no such call.
void begin_access([[maybe_unused]] void* own) {
#ifdef ARMCI_MPI
  ARMCI_Access_begin(own);
#endif
}
void end_access([[maybe_unused]] void* own) {
#ifdef ARMCI_MPI
  ARMCI_Access_end(own);
#endif
}

// A segment of `count` elements on every rank. Collective.
template <class T>
class Segments {
 public:
  Segments(const Communicator& comm, std::size_t count) : pointers_(comm.size()), rank_(comm.rank()) {
    if (ARMCI_Malloc(pointers_.data(), static_cast<armci_size_t>(count * sizeof(T))) != 0)
      throw ComputationError("ARMCI_Malloc failed");
    begin_access(own());
    for (std::size_t i = 0; i < count; ++i) own()[i] = T{0};
    end_access(own());
    ARMCI_Barrier();
  }
  ~Segments() {
    ARMCI_Barrier();
    ARMCI_Free(pointers_[rank_]);
  }
  Segments(const Segments&) = delete;
  Segments& operator=(const Segments&) = delete;

  T* at(int rank) const { return static_cast<T*>(pointers_[rank]); }
  T* own() const { return at(rank_); }

 private:
  std::vector<void*> pointers_;
  int rank_;
};

// A box of planes x rows x columns doubles inside every segment; in our buffer it is contiguous. It needs two stride
// levels.
constexpr int planes = 3, rows = 4, columns = 5;
constexpr int segment_rows = 6, segment_columns = 7;
constexpr int segment_doubles = planes * segment_rows * segment_columns;
constexpr int box_doubles = planes * rows * columns;
constexpr int first = segment_columns + 1;  // row 1, column 1 of the first plane
constexpr int bytes(int doubles) { return doubles * static_cast<int>(sizeof(double)); }

struct Strides {
  int remote[2] = {bytes(segment_columns), bytes(segment_rows* segment_columns)};
  int local[2] = {bytes(columns), bytes(rows* columns)};
  int counts[3] = {bytes(columns), rows, planes};
};

std::vector<double> box_values(int origin) {
  std::vector<double> values(box_doubles);
  for (int k = 0; k < box_doubles; ++k) values[k] = 1 + (31 * origin + 7 * k) % 101;
  return values;
}

// The content of the whole segment, given the values of the box.
std::vector<double> segment_of(const std::vector<double>& box) {
  std::vector<double> segment(segment_doubles, 0.0);
  for (int p = 0; p < planes; ++p)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        segment[first + (p * segment_rows + r) * segment_columns + c] = box[(p * rows + r) * columns + c];
  return segment;
}

Violations compare_box(const char* what, const double* seen, const std::vector<double>& right) {
  for (std::size_t i = 0; i < right.size(); ++i)
    if (seen[i] != right[i]) return {fmt::format("{}: element {} is {} instead of {}", what, i, seen[i], right[i])};
  return {};
}

}  // namespace

Violations check_armci_strided(const CheckContext& context) {
  const Communicator& comm = context.runtime.world();
  Segments<double> segments(comm, segment_doubles);
  Strides s;
  Violations mine;
  const auto look = [&](const char* what, const std::vector<double>& own_box, const std::vector<double>& other_box,
                        int other) {
    ARMCI_Barrier();
    begin_access(segments.own());
    contracts::append(mine, compare_box(what, segments.own(), segment_of(own_box)));
    end_access(segments.own());
    std::vector<double> seen(box_doubles, -1.0);
    ARMCI_GetS(segments.at(other) + first, s.remote, seen.data(), s.local, s.counts, 2, other);
    contracts::append(mine, compare_box(what, seen.data(), other_box));
    ARMCI_Barrier();
  };
  const int right = (comm.rank() + 1) % comm.size();
  const int left = (comm.rank() + comm.size() - 1) % comm.size();
  std::vector<double> box = box_values(comm.rank());
  ARMCI_PutS(box.data(), s.local, segments.at(right) + first, s.remote, s.counts, 2, right);
  look("strided put", box_values(left), box_values(comm.rank()), right);

  const int rounds = context.brief ? 1 : 5;
  double two = 2.0;
  std::vector<double> own = box_values(left), rights = box_values(comm.rank());
  for (int round = 0; round < rounds; ++round)
    for (int owner = 0; owner < comm.size(); ++owner)
      ARMCI_AccS(ARMCI_ACC_DBL, &two, box.data(), s.local, segments.at(owner) + first, s.remote, s.counts, 2, owner);
  for (int origin = 0; origin < comm.size(); ++origin)
    for (int k = 0; k < box_doubles; ++k) {
      own[k] += 2.0 * rounds * box_values(origin)[k];
      rights[k] += 2.0 * rounds * box_values(origin)[k];
    }
  look("strided accumulates", own, rights, right);
  return contracts::of_all_ranks(comm, mine);
}

Violations check_armci_rmw(const CheckContext& context) {
  const Communicator& comm = context.runtime.world();
  const Segments<long> segments(comm, 1);
  const int count = context.brief ? 5 : 300;
  Violations found;
  for (int home = 0; home < comm.size() && found.empty(); ++home) {
    std::vector<std::int64_t> mine;
    for (int i = 0; i < count; ++i) {
      long before = -1;
      ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, segments.at(home), 1, home);
      mine.push_back(before);
    }
    ARMCI_Barrier();
    found = each_once(comm, mine);
  }
  return found;
}

}  // namespace fockproxy::check
