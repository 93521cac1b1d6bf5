#include "app/calculation/matrix_rows.hpp"

#include "dense/whole_matrix.hpp"
#include "parallel/agreement.hpp"

namespace fockproxy {
namespace {

template <class Rows>
auto elements_of(Rows& rows) {
  return std::span(rows.data(), static_cast<std::size_t>(rows.size()));
}

}  // namespace

void write_rows(std::optional<ArrayFileWriter>& writer, const DenseMatrix& matrix) {
  for_panels(matrix, [&](Eigen::Index first, Eigen::Index count) {
    const Matrix rows = rows_on_root(matrix, first, count);
    if (writer) writer->add(elements_of(rows));
  });
}

void read_rows(std::optional<ArrayFileReader>& reader, DenseMatrix& matrix) {
  for_panels(matrix, [&](Eigen::Index first, Eigen::Index count) {
    Matrix rows;
    on_root(matrix.grid().comm(), [&] {
      rows.resize(count, matrix.columns());
      reader->read(elements_of(rows));
    });
    set_rows_from_root(matrix, first, count, rows);
  });
}

}  // namespace fockproxy
