// Whole rows of a panel on their way, of which a block is a part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fockproxy {

// Local; not thread-safe.
class RowStrip {
 public:
  // A block of rows x columns, from `first_column` of rows that are `width` long.
  struct Part {
    int rows, columns, width, first_column;
  };

  // Room for so many doubles, whatever they are.
  double* room(int doubles) {
    values_.resize(std::max(values_.size(), static_cast<std::size_t>(doubles)));
    return values_.data();
  }
  // The rows with the block in its place, and zeros beside it.
  const double* with(const double* block, const Part& part) {
    std::fill_n(room(part.rows * part.width), part.rows * part.width, 0.0);
    for (int r = 0; r < part.rows; ++r)
      std::copy_n(block + std::ptrdiff_t{r} * part.columns, part.columns, at(part, r));
    return values_.data();
  }
  void copy_to(double* block, const Part& part) {
    for (int r = 0; r < part.rows; ++r)
      std::copy_n(at(part, r), part.columns, block + std::ptrdiff_t{r} * part.columns);
  }

 private:
  double* at(const Part& part, int row) {
    return values_.data() + std::ptrdiff_t{row} * part.width + part.first_column;
  }

  std::vector<double> values_;
};

}  // namespace fockproxy
