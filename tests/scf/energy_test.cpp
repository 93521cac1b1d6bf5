// Energies, <S^2>, dipoles and orbital energies compared with molecules/reference.json, for the cases that a serial
// build does quickly; the tests of the program do the others.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "scf/scf_case.hpp"

namespace fockproxy {
namespace {

nlohmann::json small_cases() {
  std::ifstream file(find_data_directory() / "molecules/reference.json");
  nlohmann::json chosen;
  const nlohmann::json document = nlohmann::json::parse(file);
  for (const auto& reference : document["cases"]) {
    const int functions = reference["functions"];
    const std::string basis = reference["basis"];
    // General contractions are deep from the third row on: few functions, each with a dozen primitives.
    const bool deep = basis.starts_with("cc-") && reference["electrons"] > 10;
    if (functions <= (deep ? 15 : 34)) chosen.push_back(reference);
  }
  return chosen;
}

void expect_orbital_energies(const nlohmann::json& reference, const Orbitals& orbitals) {
  const auto expected = reference.get<std::vector<double>>();
  ASSERT_LE(expected.size(), static_cast<std::size_t>(orbitals.energies.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(orbitals.energies[i], expected[i], 1e-5) << i;
}

TEST(Energy, OfSmallReferenceCases) {
  const nlohmann::json cases = small_cases();
  EXPECT_GE(cases.size(), 30u);
  for (const auto& reference : cases) {
    SCOPED_TRACE(reference["name"]);
    ScfCase scf({reference["molecule"], reference["basis"], reference["charge"], reference["multiplicity"],
                 reference["cartesian"]});
    const ScfResult result = scf.run();
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.energies.total(), reference["energy_total"], 1e-7);
    EXPECT_NEAR(result.energies.nuclear, reference["energy_nuclear"], 1e-9);
    EXPECT_NEAR(result.energies.one_electron, reference["energy_one_electron"], 1e-4);
    EXPECT_NEAR(result.properties.s_squared, reference["s_squared"], 1e-5);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(result.properties.dipole[k], reference["dipole"][k], 1e-5);
    expect_orbital_energies(reference["orbital_energies"]["alpha"], result.orbitals[0]);
    if (reference["method"] == "UHF")
      expect_orbital_energies(reference["orbital_energies"]["beta"], result.orbitals[1]);
  }
}

}  // namespace
}  // namespace fockproxy
