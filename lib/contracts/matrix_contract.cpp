#include "contracts/matrix_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "matrices/whole_panels.hpp"
#include "support/error.hpp"

namespace fockproxy::contracts {
namespace {

// Small nonzero integers that differ between neighbours: sums are exact, and a block in the wrong place shows.
double contribution(int rank, int round, int row, int column) {
  return 1 + (31 * rank + 17 * round + 7 * row + 13 * column) % 101;
}

Matrix contributions(const BlockLayout& layout, int rank, int round) {
  Matrix full(layout.functions(), layout.matrix_columns());
  for (int i = 0; i < full.rows(); ++i)
    for (int j = 0; j < full.cols(); ++j) full(i, j) = contribution(rank, round, i, j);
  return full;
}

Matrix block_of(const Matrix& full, const BlockLayout& layout, int row, int column) {
  return full.block(layout.first_row(row), layout.first_column(column), layout.rows(row), layout.columns(column));
}

Violations differences(const char* what, const Matrix& seen, const Matrix& right) {
  if (seen.rows() != right.rows() || seen.cols() != right.cols())
    return {fmt::format("{}: {} x {} instead of {} x {}", what, seen.rows(), seen.cols(), right.rows(), right.cols())};
  for (int i = 0; i < right.rows(); ++i)
    for (int j = 0; j < right.cols(); ++j)
      if (!(seen(i, j) == right(i, j)))
        return {fmt::format("{}: element ({}, {}) is {} instead of {}", what, i, j, seen(i, j), right(i, j))};
  return {};
}

// Fetches all blocks, three per call as for a task: by get(), and if supported by the two halves of a get in turn.
Matrix fetched(DistributedMatrix& matrix) {
  const BlockLayout& layout = matrix.layout();
  const double spoilt = std::numeric_limits<double>::quiet_NaN();
  Matrix full = Matrix::Constant(layout.functions(), layout.matrix_columns(), spoilt);
  std::vector<Matrix> buffers;
  std::vector<BlockRead> reads;
  bool in_halves = false;
  const auto flush = [&] {
    if (in_halves) {
      matrix.start_get(reads);
      matrix.complete();  // allows other operations in between
      matrix.finish_get();
    } else {
      matrix.get(reads);
    }
    in_halves = !in_halves && matrix.can_start_get();
    for (std::size_t i = 0; i < reads.size(); ++i)
      full.block(layout.first_row(reads[i].row), layout.first_column(reads[i].column), buffers[i].rows(),
                 buffers[i].cols()) = buffers[i];
    reads.clear();
    buffers.clear();
  };
  for (int row = 0; row < layout.blocks(); ++row)
    for (int column = 0; column < layout.blocks(); ++column) {
      buffers.push_back(Matrix::Constant(layout.rows(row), layout.columns(column), spoilt));
      reads.push_back({row, column, buffers.back().data()});
      if (reads.size() == 3) flush();
    }
  flush();
  return full;
}

// Adds every block of `full` once, in an order that depends on the rank: one block alone, then the next two in one call
// together with a second, negligible update of the first.
void add_all(DistributedMatrix& matrix, const Matrix& full, int rank) {
  const BlockLayout& layout = matrix.layout();
  const int total = layout.blocks() * layout.blocks();
  for (int k = 0; k < total; k += 3) {
    std::vector<Matrix> buffers;
    std::vector<BlockUpdate> updates;
    const auto add = [&](int at, double factor) {
      const int block = (at + 5 * rank) % total;
      const int row = block / layout.blocks();
      const int column = block % layout.blocks();
      buffers.push_back(factor * block_of(full, layout, row, column));
      updates.push_back({row, column, buffers.back().data()});
    };
    buffers.reserve(4);  // updates point into it
    add(k, 3.0);
    matrix.accumulate(std::span<const BlockUpdate>(updates).first(1));
    updates.clear();
    add(k, -2.0);
    if (k + 1 < total) add(k + 1, 1.0);
    if (k + 2 < total) add(k + 2, 1.0);
    matrix.accumulate(updates);
    // The buffers are ours again, so their content must not matter.
    for (Matrix& buffer : buffers) buffer.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
}

// The same with integers that no double can hold. Those of later ranks have both signs, so no number of ranks
// overflows.
IntegerMatrix integer_contributions(const BlockLayout& layout, int rank, int round) {
  constexpr std::int64_t large = std::int64_t{1} << 58;
  IntegerMatrix full(layout.functions(), layout.matrix_columns());
  for (int i = 0; i < full.rows(); ++i)
    for (int j = 0; j < full.cols(); ++j)
      full(i, j) = ((i + j + std::max(rank - 2, 0)) % 2 == 0 ? large : -large) +
                   static_cast<std::int64_t>(contribution(rank, round, i, j));
  return full;
}

// Adds every block once, in an order that depends on the rank, from a buffer that is overwritten afterwards.
void add_all_integers(DistributedMatrix& matrix, int rank, int round) {
  const BlockLayout& layout = matrix.layout();
  const IntegerMatrix full = integer_contributions(layout, rank, round);
  const int total = layout.blocks() * layout.blocks();
  for (int k = 0; k < total; ++k) {
    const int block = (k + 5 * rank) % total, row = block / layout.blocks(), column = block % layout.blocks();
    IntegerMatrix buffer =
        full.block(layout.first_row(row), layout.first_column(column), layout.rows(row), layout.columns(column));
    const BlockUpdate update{row, column, buffer.data()};
    matrix.accumulate(std::span(&update, 1));
    buffer.setConstant(-1);
  }
}

// Compares this rank's panel with the sum over all ranks. Integers can only be read as panels.
Violations differences(const Communicator& comm, const std::string& what, DistributedMatrix& matrix, int round) {
  const BlockLayout& layout = matrix.layout();
  IntegerMatrix right = IntegerMatrix::Zero(layout.functions(), layout.matrix_columns());
  for (int rank = 0; rank < comm.size(); ++rank) right += integer_contributions(layout, rank, round);
  const auto [row, rows, column, columns] = matrix.ownership().area(layout, comm.rank());
  if (matrix.integer_panel(comm.rank()) == right.block(row, column, rows, columns)) return {};
  return {fmt::format("{}: the panel of rank {} has another sum", what, comm.rank())};
}

// Fetches all blocks, `at_once` in flight together, and checks each as soon as finish_get() has returned.
Violations fetch_in_halves(DistributedMatrix& matrix, const Matrix& full, std::size_t at_once) {
  const BlockLayout& layout = matrix.layout();
  const int total = layout.blocks() * layout.blocks();
  Violations found;
  for (int first = 0; first < total && found.empty(); first += static_cast<int>(at_once)) {
    std::vector<Matrix> buffers;
    std::vector<BlockRead> reads;
    for (std::size_t i = 0; i < at_once; ++i) {
      const int row = (first + static_cast<int>(i)) % total / layout.blocks();
      const int column = (first + static_cast<int>(i)) % layout.blocks();
      buffers.push_back(Matrix::Constant(layout.rows(row), layout.columns(column), -1.0));
      reads.push_back({row, column, buffers.back().data()});
    }
    matrix.start_get(reads);
    matrix.finish_get();
    for (std::size_t i = 0; i < at_once && found.empty(); ++i)
      found = differences(
          fmt::format("get in two halves, {} at a time, block ({}, {})", at_once, reads[i].row, reads[i].column)
              .c_str(),
          buffers[i], block_of(full, layout, reads[i].row, reads[i].column));
  }
  return found;
}

// A matrix without gets in two halves must say so and do nothing.
Violations check_refusal(DistributedMatrix& matrix) {
  double untouched = -1.0;
  const BlockRead read{0, 0, &untouched};
  Violations found;
  const auto refuses = [&](const char* what, auto half) {
    try {
      half();
      found.push_back(fmt::format("{} returned, of a matrix that cannot get in two halves", what));
    } catch (const UsageError&) {
    }
  };
  refuses("start_get", [&] { matrix.start_get(std::span(&read, 1)); });
  refuses("finish_get", [&] { matrix.finish_get(); });
  if (untouched != -1.0) found.push_back("a refused start_get has fetched");
  return found;
}

}  // namespace

std::vector<NamedLayout> contract_layouts() {
  std::vector<NamedLayout> layouts = few_contract_layouts();
  layouts.push_back({"one element", BlockLayout({0, 1}, 1)});
  layouts.push_back({"single elements", BlockLayout({0, 1, 2, 3}, 1)});
  layouts.push_back({"ragged", BlockLayout({0, 14, 15, 38, 43, 70}, 1)});
  return layouts;
}

std::vector<NamedLayout> few_contract_layouts() {
  return {{"one block", BlockLayout({0, 23}, 1)}, {"ragged, two spins", BlockLayout({0, 14, 15, 38}, 2)}};
}

Violations check_new(const Communicator& comm, DistributedMatrix& matrix) {
  const Matrix zeros = Matrix::Zero(matrix.layout().functions(), matrix.layout().matrix_columns());
  Violations mine = differences("get of a new matrix", fetched(matrix), zeros);
  append(mine, differences("panels of a new matrix", whole(comm, matrix), zeros));
  return of_all_ranks(comm, mine);
}

Violations check_sums(const Communicator& comm, DistributedMatrix& matrix) {
  const BlockLayout& layout = matrix.layout();
  matrix.zero();
  Matrix right = Matrix::Zero(layout.functions(), layout.matrix_columns());
  Violations mine;
  for (int round = 0; round < 2; ++round) {
    add_all(matrix, contributions(layout, comm.rank(), round), comm.rank());
    for (int rank = 0; rank < comm.size(); ++rank) right += contributions(layout, rank, round);
    matrix.fence();
    append(mine, differences("get after a fence", fetched(matrix), right));
    append(mine, differences("panels after a fence", whole(comm, matrix), right));
    matrix.fence();  // no rank adds the next round before all have read this one
  }
  return of_all_ranks(comm, mine);
}

Violations check_integer_sums(const Communicator& comm, DistributedMatrix& matrix) {
  Violations mine;
  for (int round = 0; round < 2; ++round) {
    matrix.zero();
    add_all_integers(matrix, comm.rank(), round);
    matrix.fence();
    append(mine, differences(comm, fmt::format("integers of round {}", round), matrix, round));
    matrix.fence();
  }
  return of_all_ranks(comm, mine);
}

Violations check_set_and_zero(const Communicator& comm, DistributedMatrix& matrix) {
  const BlockLayout& layout = matrix.layout();
  const Matrix zeros = Matrix::Zero(layout.functions(), layout.matrix_columns());
  const Matrix full = contributions(layout, 1, 5);
  set_whole(comm, matrix, full);
  Violations mine = differences("get after set_panel", fetched(matrix), full);
  append(mine, differences("panels after set_panel", whole(comm, matrix), full));
  matrix.fence();
  add_all(matrix, full, comm.rank());
  matrix.zero();
  append(mine, differences("get after zero", fetched(matrix), zeros));
  append(mine, differences("panels after zero", whole(comm, matrix), zeros));
  return of_all_ranks(comm, mine);
}

Violations check_split_gets(const Communicator& comm, DistributedMatrix& matrix) {
  if (!matrix.can_start_get()) return of_all_ranks(comm, check_refusal(matrix));
  const BlockLayout& layout = matrix.layout();
  Violations mine;
  for (int round = 0; round < 2 && mine.empty(); ++round) {
    const Matrix full = contributions(layout, 2, round);
    set_whole(comm, matrix, full);
    for (std::size_t at_once = 1; at_once <= DistributedMatrix::most_started; ++at_once)
      append(mine, fetch_in_halves(matrix, full, at_once));
    matrix.fence();  // no rank sets the next round before all have read this one
  }
  return of_all_ranks(comm, mine);
}

Violations check_completion(const Communicator& comm, DistributedMatrix& matrix, AccumulateCompletion completion) {
  const BlockLayout& layout = matrix.layout();
  const bool integers = matrix.element() == Element::integer;
  constexpr int round = 3;
  matrix.zero();
  if (integers) add_all_integers(matrix, comm.rank(), round);
  else add_all(matrix, contributions(layout, comm.rank(), round), comm.rank());
  if (completion == AccumulateCompletion::local) matrix.complete();
  comm.barrier();
  Violations mine;
  if (integers) {
    mine = differences(comm, "integers after completion and a barrier", matrix, round);
  } else {
    Matrix right = Matrix::Zero(layout.functions(), layout.matrix_columns());
    for (int rank = 0; rank < comm.size(); ++rank) right += contributions(layout, rank, round);
    mine = differences("get after completion and a barrier", fetched(matrix), right);
  }
  matrix.fence();
  return of_all_ranks(comm, mine);
}

Violations check_ownership(const Communicator& comm, const Ownership& ownership, int blocks) {
  std::vector<int> times_owned(blocks * blocks, 0);
  Violations mine;
  for (int rank = 0; rank < comm.size(); ++rank) {
    const Ownership::Panel panel = ownership.panel(rank);
    for (int row = panel.first_row_block; row < panel.last_row_block; ++row)
      for (int column = panel.first_column_block; column < panel.last_column_block; ++column) {
        ++times_owned[row * blocks + column];
        if (ownership.owner(row, column) != rank)
          mine.push_back(fmt::format("block ({}, {}) is in the panel of {} and owned by {}", row, column, rank,
                                     ownership.owner(row, column)));
      }
  }
  for (int block = 0; block < blocks * blocks; ++block)
    if (times_owned[block] != 1)
      mine.push_back(fmt::format("block ({}, {}) is in {} panels", block / blocks, block % blocks, times_owned[block]));
  return of_all_ranks(comm, mine);
}

Violations check_matrix(const Communicator& comm, const MatrixMaker& make, AccumulateCompletion completion,
                        const std::vector<NamedLayout>& layouts) {
  for (const auto& [name, layout] : layouts) {
    const std::unique_ptr<DistributedMatrix> matrix = make(layout);
    const std::function<Violations()> checks[] = {
        [&, &layout = layout] { return check_ownership(comm, matrix->ownership(), layout.blocks()); },
        [&] { return check_new(comm, *matrix); },
        [&] { return check_sums(comm, *matrix); },
        [&] { return check_set_and_zero(comm, *matrix); },
        [&] { return check_split_gets(comm, *matrix); },
        [&] { return check_completion(comm, *matrix, completion); },
    };
    for (const auto& check : checks) {
      Violations found = check();
      for (std::string& violation : found) violation = name + ": " + violation;
      if (!found.empty()) return found;
    }
  }
  return {};
}

}  // namespace fockproxy::contracts
