#include "chem/contraction_groups.hpp"

namespace fockproxy {

std::vector<int> contraction_groups(const BasisSet& basis) {
  std::vector<int> first;
  for (int s = 0; s < basis.shells(); ++s)
    if (s == 0 || basis.shell(s).contraction_group != basis.shell(s - 1).contraction_group) first.push_back(s);
  first.push_back(basis.shells());
  return first;
}

Matrix largest_of_groups(const BasisSet& basis, const Matrix& shells) {
  Matrix result = shells;
  const std::vector<int> groups = contraction_groups(basis);
  for (std::size_t a = 0; a + 1 < groups.size(); ++a)
    for (std::size_t b = 0; b + 1 < groups.size(); ++b) {
      auto block = result.block(groups[a], groups[b], groups[a + 1] - groups[a], groups[b + 1] - groups[b]);
      if (block.size() > 1) block.setConstant(block.maxCoeff());
    }
  return result;
}

}  // namespace fockproxy
