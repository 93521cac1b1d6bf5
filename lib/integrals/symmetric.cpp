#include "integrals/symmetric.hpp"

namespace fockproxy {

void mirror_lower(Matrix& m) { m.triangularView<Eigen::StrictlyUpper>() = m.transpose(); }

}  // namespace fockproxy
