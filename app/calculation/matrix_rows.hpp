// Writes distributed matrices to files and reads them, some rows at a time, so that no rank holds a whole matrix.
#pragma once

#include <cstdint>
#include <optional>

#include "dense/dense_matrix.hpp"
#include "record/array_file.hpp"

namespace fockproxy {

// The number of words of a matrix in a file. Local.
inline std::uint64_t words_of(const DenseMatrix& matrix) {
  return static_cast<std::uint64_t>(matrix.rows() * matrix.columns());
}

// Both are collective. Only rank 0 has the file, which holds row after row. A writer reports its failure in finish().
void write_rows(std::optional<ArrayFileWriter>& writer, const DenseMatrix& matrix);
// Every rank gets the elements that it owns. Throws AgreedUsageError if the file ends too early.
void read_rows(std::optional<ArrayFileReader>& reader, DenseMatrix& matrix);

}  // namespace fockproxy
