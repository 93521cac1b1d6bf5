// Matrices that PySCF computed from the same basis files, stored in tests/data/integrals in our order and norms.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "chem/basis_set.hpp"
#include "chem/data_directory.hpp"
#include "integrals/libint_session.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

struct StoredIntegrals {
  LibintSession libint;
  nlohmann::json json;
  Molecule molecule;
  BasisSet basis;

  explicit StoredIntegrals(const std::string& name)
      : json(read(name)),
        molecule(read_xyz(find_data_directory() / "molecules" / json["molecule"].get<std::string>(), json["charge"],
                          json["multiplicity"])),
        basis(molecule, find_basis(json["basis"], find_data_directory()), json["cartesian"]) {}

  static nlohmann::json read(const std::string& name) {
    std::ifstream file(find_data_directory() / "tests/data/integrals" / (name + ".json"));
    return nlohmann::json::parse(file);
  }

  static Matrix square(const nlohmann::json& values) {
    const auto list = values.get<std::vector<double>>();
    const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(list.size())));
    return Eigen::Map<const Matrix>(list.data(), n, n);
  }

  Matrix matrix(const std::string& field) const { return square(json[field]); }

  // Density matrices and their two-electron matrices: one of each for RHF, two for UHF.
  bool unrestricted() const { return json.contains("density_alpha"); }
  SpinMatrices density() const {
    if (unrestricted()) return {matrix("density_alpha"), matrix("density_beta")};
    return {matrix("density")};
  }
  SpinMatrices two_electron() const {
    if (unrestricted()) return {matrix("g_alpha"), matrix("g_beta")};
    return {matrix("two_electron")};
  }
};

inline const char* const stored_names[] = {"h2s_6-31g",
                                           "hf_cc-pvtz",
                                           "hf_cc-pvtz_cartesian",
                                           "ne_cc-pvqz",
                                           "oh_cc-pvdz_uhf",
                                           "water2_6-31gs_cartesian",
                                           "water_6-31gs_cartesian",
                                           "water_cc-pvdz",
                                           "water_sto-3g"};

inline double largest_difference(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace fockproxy
