// The figures of the rows of `fockproxy compare`, and their output. Local; rank 0.
#pragma once

#include <optional>
#include <vector>

#include "app/calculation/figure_of_merit.hpp"
#include "app/compare/compare_rows.hpp"
#include "app/shared/figure.hpp"

namespace fockproxy {

// One kind of operation in one column, per task. Seconds.
struct KindShare {
  double operations = 0;
  double seconds = 0;         // wait, as recorded
  double remote_seconds = 0;  // the part of it for operations to another rank
};
// Gets and accumulates include those of held blocks. `fence`: time to complete accumulates at the end.
struct ColumnShares {
  KindShare counter, get, accumulate;
  double fence = 0;
};
ColumnShares shares_of(const BuildSamples& result);

// One column of a row.
struct ColumnRow {
  const CompareRow* row;
  std::size_t column;

  const BuildSamples& result() const { return row->results[column]; }
  ColumnShares shares() const { return shares_of(result()); }
};

std::string compare_row_name(const CompareRow& row);  // "grain atom, case 1, mpi3, window create, progress none"
Figures<CompareRow> compare_figures();
Figures<ColumnRow> compare_column_figures();

// Checks the rows with delays. Each is compared with the row before it, which is the same without delays.
void check_injections(std::vector<CompareRow>& rows, const contracts::Delays& delays);

// The figure of merit of the row with the fastest builds with six communications per task, among rows without added
// delays. The efficiency is relative to its builds without communication. Not set if no row has times.
std::optional<FigureOfMerit> figure_of_merit(const std::vector<CompareRow>& rows, const CompareOptions& options,
                                             int ranks);

void print_compare(const std::vector<CompareRow>& rows, const CompareOptions& options);

}  // namespace fockproxy
