#include "integrals/symmetric.hpp"

namespace fockproxy {

bool is_symmetric(const Matrix& m) { return m.rows() == m.cols() && m == m.transpose(); }

void mirror_lower(Matrix& m) { m.triangularView<Eigen::StrictlyUpper>() = m.transpose(); }

}  // namespace fockproxy
