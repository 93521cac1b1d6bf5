#include "check/patches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "check/one_sided.hpp"

namespace fockproxy::check {
namespace {

// Small nonzero integers that differ between origins, places in the patch and rounds.
double contribution(int origin, int round, std::size_t k) {
  return static_cast<double>(1 + (31 * origin + 17 * round + 7 * static_cast<int>(k)) % 101);
}

double put_value(int origin, std::size_t k) { return 1000.0 + contribution(origin, 50, k); }

}  // namespace

Patch::Patch(PatchShape shape, int rows, int columns, int variant) {
  const int row = variant % 3, column = (2 * variant) % 5;
  const auto add_run = [&](int first, int n) {
    for (int i = 0; i < n; ++i) elements_.push_back(first + i);
  };
  switch (shape) {
    case PatchShape::contiguous: {
      const int first = row * columns + column, n = 2 * columns + 3;
      add_run(first, n);
      const int lengths[] = {n}, starts[] = {first};
      check_mpi(MPI_Type_indexed(1, lengths, starts, MPI_DOUBLE, &type_), "MPI_Type_indexed");
      break;
    }
    case PatchShape::strided: {
      const int sizes[] = {rows, columns}, part[] = {rows - row - 1, columns - column - 2}, first[] = {row, column};
      for (int i = 0; i < part[0]; ++i) add_run((row + i) * columns + column, part[1]);
      check_mpi(MPI_Type_create_subarray(2, sizes, part, first, MPI_ORDER_C, MPI_DOUBLE, &type_),
                "MPI_Type_create_subarray");
      break;
    }
    case PatchShape::vector: {  // every second column from `column` on; the type begins at the segment's first element
      const int taken = (columns - column) / 2;
      for (int i = 0; i < taken; ++i) elements_.push_back(2 * i);
      for (int r = 1; r < rows; ++r)
        for (int i = 0; i < taken; ++i) elements_.push_back(r * columns + 2 * i);
      MPI_Datatype one_row = MPI_DATATYPE_NULL;
      check_mpi(MPI_Type_vector(taken, 1, 2, MPI_DOUBLE, &one_row), "MPI_Type_vector");
      check_mpi(MPI_Type_create_hvector(rows, 1, static_cast<MPI_Aint>(sizeof(double)) * columns, one_row, &type_),
                "MPI_Type_create_hvector");
      check_mpi(MPI_Type_free(&one_row), "MPI_Type_free");
      break;
    }
    case PatchShape::indexed:
    case PatchShape::hindexed: {
      std::vector<int> lengths, starts;
      for (int at = row + column, n = 1; at + n < rows * columns; at += n + 1 + at % 4, n = 1 + at % 5) {
        lengths.push_back(n);
        starts.push_back(at);
        add_run(at, n);
      }
      const int runs = static_cast<int>(lengths.size());
      if (shape == PatchShape::indexed) {
        check_mpi(MPI_Type_indexed(runs, lengths.data(), starts.data(), MPI_DOUBLE, &type_), "MPI_Type_indexed");
      } else {
        std::vector<MPI_Aint> bytes;
        for (const int start : starts) bytes.push_back(static_cast<MPI_Aint>(sizeof(double)) * start);
        check_mpi(MPI_Type_create_hindexed(runs, lengths.data(), bytes.data(), MPI_DOUBLE, &type_),
                  "MPI_Type_create_hindexed");
      }
      break;
    }
  }
  check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
}

Patch::~Patch() { MPI_Type_free(&type_); }

PatchTest::PatchTest(const Communicator& comm, const WindowOptions& options, PatchShape shape, int rounds,
                     bool lose_one, SegmentSizes sizes)
    : comm_(comm),
      shape_(shape),
      rounds_(rounds),
      lose_one_(lose_one),
      sizes_(sizes),
      window_(comm, doubles(comm.rank()) * sizeof(double), options),
      sums_(comm.size()) {}

contracts::Violations PatchTest::run() {
  for (int round = 0; round < rounds_; ++round) add_everywhere(round);
  complete_everywhere(window_);
  compare_with_loads("load after accumulates", sums(comm_.rank()));
  for (int owner = 0; owner < comm_.size(); ++owner) compare_with_get("get after accumulates", owner, sums(owner));
  complete_everywhere(window_);
  put_to((comm_.rank() + 1) % comm_.size());
  complete_everywhere(window_);
  compare_with_loads("load after a put", puts_to(comm_.rank()));
  for (int owner = 0; owner < comm_.size(); ++owner) compare_with_get("get after a put", owner, puts_to(owner));
  complete_everywhere(window_);
  return contracts::of_all_ranks(comm_, found_);
}

// The patches of all ranks overlap, and those of one rank overlap from round to round.
void PatchTest::add_everywhere(int round) {
  for (int step = 0; step < comm_.size(); ++step) {
    const int owner = (comm_.rank() + step + round) % comm_.size();
    const Patch patch(shape_, rows(owner), columns(owner), comm_.rank() + round);
    std::vector<double> values(patch.elements().size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = contribution(comm_.rank(), round, k);
    if (lose_one_ && comm_.is_root() && round == 0 && step == 0) continue;
    const Window::Place at = window_.at(owner);
    check_mpi(MPI_Accumulate(values.data(), static_cast<int>(values.size()), MPI_DOUBLE, at.rank, at.byte, 1,
                             patch.type(), MPI_SUM, window_.handle()),
              "MPI_Accumulate");
    check_mpi(MPI_Win_flush_local(at.rank, window_.handle()), "MPI_Win_flush_local");
    values.assign(values.size(), std::numeric_limits<double>::quiet_NaN());  // must not matter any more
  }
}

// Makes one patch for each variant, and computes each sum once. Otherwise each comparison would make a patch for each
// origin and round, which is ten thousand patches on each of 16 ranks.
const std::vector<double>& PatchTest::sums(int owner) {
  std::vector<double>& right = sums_[owner];
  if (!right.empty()) return right;
  right.assign(doubles(owner), 0.0);
  const int used = std::min(Patch::variants, comm_.size() + rounds_ - 1);
  for (int variant = 0; variant < used; ++variant) {
    const Patch patch(shape_, rows(owner), columns(owner), variant);
    for (int origin = 0; origin < comm_.size(); ++origin)
      for (int round = 0; round < rounds_; ++round) {
        if ((origin + round) % Patch::variants != variant) continue;
        for (std::size_t k = 0; k < patch.elements().size(); ++k)
          right[patch.elements()[k]] += contribution(origin, round, k);
      }
  }
  return right;
}

void PatchTest::put_to(int owner) {
  const Patch patch(shape_, rows(owner), columns(owner), 1);
  std::vector<double> values(patch.elements().size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = put_value(comm_.rank(), k);
  const Window::Place at = window_.at(owner);
  check_mpi(MPI_Put(values.data(), static_cast<int>(values.size()), MPI_DOUBLE, at.rank, at.byte, 1, patch.type(),
                    window_.handle()),
            "MPI_Put");
  check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
}

std::vector<double> PatchTest::puts_to(int owner) {
  std::vector<double> right = sums(owner);
  const int origin = (owner + comm_.size() - 1) % comm_.size();
  const Patch patch(shape_, rows(owner), columns(owner), 1);
  for (std::size_t k = 0; k < patch.elements().size(); ++k) right[patch.elements()[k]] = put_value(origin, k);
  return right;
}

// Compares the whole segment, by one contiguous get, and a patch of it, by its datatype.
void PatchTest::compare_with_get(const char* what, int owner, const std::vector<double>& right) {
  std::vector<double> seen(right.size(), -1.0);
  const int n = static_cast<int>(seen.size());
  const Window::Place at = window_.at(owner);
  check_mpi(MPI_Get(seen.data(), n, MPI_DOUBLE, at.rank, at.byte, n, MPI_DOUBLE, window_.handle()), "MPI_Get");
  check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
  compare(what, owner, seen, right);

  const Patch patch(shape_, rows(owner), columns(owner), 2);
  std::vector<double> part(patch.elements().size(), -1.0), right_part;
  for (const int element : patch.elements()) right_part.push_back(right[element]);
  check_mpi(MPI_Get(part.data(), static_cast<int>(part.size()), MPI_DOUBLE, at.rank, at.byte, 1, patch.type(),
                    window_.handle()),
            "MPI_Get");
  check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
  compare((std::string(what) + ", by patch").c_str(), owner, part, right_part);
}

void PatchTest::compare_with_loads(const char* what, const std::vector<double>& right) {
  const auto* own = static_cast<const double*>(window_.base());
  compare(what, comm_.rank(), std::vector<double>(own, own + right.size()), right);
}

void PatchTest::compare(const char* what, int owner, const std::vector<double>& seen,
                        const std::vector<double>& right) {
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!(seen[i] == right[i])) {
      found_.push_back(fmt::format("{}: element {} of rank {}'s {} is {} instead of {}", what, i, owner, right.size(),
                                   seen[i], right[i]));
      return;
    }
}

}  // namespace fockproxy::check
