// Chemical elements: symbols, nuclear charges and ground configurations.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace fockproxy {

inline constexpr int last_element = 36;  // Kr: the last element of the basis sets and guess densities

// Nuclear charge of an element symbol in any case ("he", "HE"); 0 if there is no such element up to Z = 118.
int nuclear_charge(std::string_view symbol);

// "He" for 2. Precondition: 1 <= charge <= 118.
std::string element_symbol(int charge);

// Electrons per angular momentum (s, p, d, f) in the ground configuration of the neutral atom, e.g. {4, 3, 0, 0}
// for N; Cr and Cu have their 3d5 4s1 and 3d10 4s1. Precondition: 1 <= charge <= last_element.
std::array<int, 4> ground_configuration(int charge);

}  // namespace fockproxy
