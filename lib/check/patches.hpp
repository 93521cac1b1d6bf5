// Pieces of the segments of a window. Derived datatypes move them, and the test checks each element.
#pragma once

#include <vector>

#include "check/check_row.hpp"
#include "parallel/window.hpp"

namespace fockproxy::check {

enum class PatchShape { contiguous, strided, vector, indexed, hindexed };
enum class SegmentSizes { ragged, equal };

// An MPI datatype over doubles, and the elements that it selects.
class Patch {
 public:
  static constexpr int variants = 15;  // the number of different places

  // A piece of a rows x columns matrix; `variant` modulo `variants` chooses its place. Needs rows >= 4 and
  // columns >= 8.
  Patch(PatchShape shape, int rows, int columns, int variant);
  ~Patch();
  Patch(const Patch&) = delete;
  Patch& operator=(const Patch&) = delete;

  MPI_Datatype type() const { return type_; }
  const std::vector<int>& elements() const { return elements_; }  // in the order of the type

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::vector<int> elements_;
};

// Every rank has a matrix in one window and accesses those of all ranks. Their sizes differ (ragged) or are equal.
class PatchTest {
 public:
  // lose_one: a negative control, in which rank 0 leaves out one accumulate.
  PatchTest(const Communicator& comm, const WindowOptions& options, PatchShape shape, int rounds, bool lose_one,
            SegmentSizes sizes);
  contracts::Violations run();  // collective

 private:
  int rows(int rank) const { return sizes_ == SegmentSizes::equal ? 9 : 9 + 4 * (rank % 3); }
  int columns(int rank) const { return sizes_ == SegmentSizes::equal ? 17 : 17 + 2 * (rank % 5); }
  std::size_t doubles(int rank) const { return static_cast<std::size_t>(rows(rank)) * columns(rank); }
  void add_everywhere(int round);
  void put_to(int owner);
  void compare_with_get(const char* what, int owner, const std::vector<double>& right);
  void compare_with_loads(const char* what, const std::vector<double>& right);
  void compare(const char* what, int owner, const std::vector<double>& seen, const std::vector<double>& right);
  const std::vector<double>& sums(int owner);  // after all rounds of add_everywhere
  std::vector<double> puts_to(int owner);

  const Communicator& comm_;
  PatchShape shape_;
  int rounds_;
  bool lose_one_;
  SegmentSizes sizes_;
  Window window_;
  std::vector<std::vector<double>> sums_;  // by owner; empty until they are needed
  contracts::Violations found_;
};

// Runs one row, or the negative control.
RowResult check_patches(const CheckContext& context, const WindowOptions& options, PatchShape shape, bool lose_one,
                        SegmentSizes sizes = SegmentSizes::ragged);

}  // namespace fockproxy::check
