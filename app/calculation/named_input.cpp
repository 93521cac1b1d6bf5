#include "app/calculation/named_input.hpp"

namespace fockproxy {

std::span<const NamedInput> named_inputs() {
  static const NamedInput table[] = {
      {"small", "(H2O)8 in cc-pVDZ, 192 functions", "water8", "cc-pvdz"},
      {"medium", "C20H42 in cc-pVDZ, 490 functions", "eicosane", "cc-pvdz"},
      {"large", "C40H82 in cc-pVDZ, 970 functions", "tetracontane", "cc-pvdz"},
      {"huge", "(H2O)32 in cc-pVTZ, 1856 functions", "water32", "cc-pvtz"},
  };
  return table;
}

}  // namespace fockproxy
