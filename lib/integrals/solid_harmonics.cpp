#include "integrals/solid_harmonics.hpp"

#include "integrals/libint.hpp"

namespace fockproxy {

Matrix solid_harmonics(int l) {
  if (l < 2) return Matrix::Identity(2 * l + 1, 2 * l + 1);
  Matrix c((2 * l + 1), (l + 1) * (l + 2) / 2);
  for (int m = -l; m <= l; ++m) {
    int column = 0;
    for (int x = l; x >= 0; --x) {
      for (int y = l - x; y >= 0; --y) {
        c(m + l, column++) = libint2::solidharmonics::SolidHarmonicsCoefficients<double>::coeff(l, m, x, y, l - x - y);
      }
    }
  }
  return c;
}

}  // namespace fockproxy
