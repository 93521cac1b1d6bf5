// Distributed matrices to and from files, some rows at a time, so that no rank holds one whole.
#pragma once

#include <cstdint>
#include <optional>

#include "dense/dense_matrix.hpp"
#include "record/array_file.hpp"

namespace fockproxy {

// What it takes in a file. Local.
inline std::uint64_t words_of(const DenseMatrix& matrix) {
  return static_cast<std::uint64_t>(matrix.rows() * matrix.columns());
}

// Both are collective; the file is on rank 0 alone, and holds row after row. A writer that fails says so when it
// finishes.
void write_rows(std::optional<ArrayFileWriter>& writer, const DenseMatrix& matrix);
// Every rank gets what it owns. Throws AgreedUsageError when the file ends before.
void read_rows(std::optional<ArrayFileReader>& reader, DenseMatrix& matrix);

}  // namespace fockproxy
