#include "tasks/shell_maxima.hpp"

#include <algorithm>

namespace fockproxy {

ShellMaxima::ShellMaxima(const BasisSet& basis, const SpinMatrices& density) : ShellMaxima(basis.shells()) {
  for (int a = 0; a < basis.shells(); ++a)
    for (int b = 0; b < basis.shells(); ++b) {
      const auto largest = [&](const auto& d) {
        return d
            .block(basis.shell(a).first_function, basis.shell(b).first_function, basis.shell(a).functions(),
                   basis.shell(b).functions())
            .cwiseAbs()
            .maxCoeff();
      };
      exchange(a, b) = largest(density[0]);
      if (density.size() == 2) exchange(a, b) = std::max(exchange(a, b), largest(density[1]));
      coulomb(a, b) = density.size() == 1 ? exchange(a, b) : 0.5 * largest(density[0] + density[1]);
    }
}

}  // namespace fockproxy
