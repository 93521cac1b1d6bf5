#include "chem/elements.hpp"

#include <algorithm>
#include <cctype>

namespace fockproxy {
namespace {

constexpr std::array<std::string_view, 118> symbols = {
    "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",  "Cl",
    "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se",
    "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb",
    "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er",
    "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At",
    "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md", "No",
    "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

int nuclear_charge(std::string_view symbol) {
  const auto* found = std::find_if(symbols.begin(), symbols.end(),
                                   [&](std::string_view known) { return equal_ignoring_case(known, symbol); });
  return found == symbols.end() ? 0 : static_cast<int>(found - symbols.begin()) + 1;
}

std::string element_symbol(int charge) { return std::string(symbols.at(charge - 1)); }

std::array<int, 4> ground_configuration(int charge) {
  struct Subshell {
    int angular_momentum;
    int capacity;
  };
  // 1s 2s 2p 3s 3p 4s 3d 4p
  constexpr std::array<Subshell, 8> filling_order = {{{0, 2}, {0, 2}, {1, 6}, {0, 2}, {1, 6}, {0, 2}, {2, 10}, {1, 6}}};
  constexpr int chromium = 24;
  constexpr int copper = 29;

  std::array<int, 4> electrons = {0, 0, 0, 0};
  int left = charge;
  for (const auto [l, capacity] : filling_order) {
    const int placed = std::min(left, capacity);
    electrons[l] += placed;
    left -= placed;
  }
  if (charge == chromium || charge == copper) {  // half-filled and filled 3d shells
    electrons[0] -= 1;
    electrons[2] += 1;
  }
  return electrons;
}

}  // namespace fockproxy
