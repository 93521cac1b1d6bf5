#include "app/calculation/density_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "record/json.hpp"

namespace fockproxy {

namespace {

constexpr int matrix_file_version = 1;

// What a density or Fock matrix belongs to; two fit when these are equal.
Json identity(const char* kind, const System& system) {
  return {{"kind", kind},
          {"version", matrix_file_version},
          {"formula", system.molecule.formula()},
          {"charge", system.molecule.charge},
          {"multiplicity", system.molecule.multiplicity},
          {"basis", system.basis.name()},
          {"cartesian", system.basis.cartesian()},
          {"functions", system.basis.functions()},
          {"method", system.method()}};
}

constexpr const char* density_kind = "fockproxy density";

// Symmetric matrices, so that the order of their elements does not matter.
void write_matrices(const JsonFile& file, Json document, const char* name, const SpinMatrices& matrices) {
  for (const Matrix& m : matrices) document[name].push_back(std::vector<double>(m.data(), m.data() + m.size()));
  file.write(document);
}

}  // namespace

void write_density(const JsonFile& file, const System& system, const SpinMatrices& density) {
  write_matrices(file, identity(density_kind, system), "density", density);
}

void write_fock(const JsonFile& file, const System& system, const SpinMatrices& fock) {
  write_matrices(file, identity("fockproxy Fock matrix", system), "fock", fock);
}

SpinMatrices read_density(const std::filesystem::path& file, const System& system) {
  std::ifstream in(file);
  if (!in)
    throw UsageError(
        fmt::format("--density '{}' is none of first, guess, scf, and no such file can be read", file.string()));
  const Json document = parse_json(in);
  const Json expected = identity(density_kind, system);
  if (!document.is_object() || document.value("kind", "") != expected["kind"] || !document.contains("density"))
    throw UsageError(fmt::format("{}: not a density written by fockproxy scf --save-density", file.string()));
  for (const auto& [key, value] : expected.items())
    if (!document.contains(key) || document[key] != value)
      throw UsageError(fmt::format("{}: the density has {} {}, and this calculation has {}", file.string(), key,
                                   document.contains(key) ? to_text(document[key]) : "missing", to_text(value)));
  std::vector<std::vector<double>> matrices;
  try {
    matrices = document["density"].get<std::vector<std::vector<double>>>();
  } catch (const Json::exception&) {
    // Not numbers: no matrices.
  }
  const int n = system.basis.functions();
  SpinMatrices density;
  for (const std::vector<double>& values : matrices)
    if (std::ssize(values) == std::ptrdiff_t{n} * n) density.push_back(Eigen::Map<const Matrix>(values.data(), n, n));
  if (density.size() != matrices.size() || static_cast<int>(density.size()) != system.spins())
    throw UsageError(fmt::format("{}: the matrices do not have the size that the file announces", file.string()));
  return density;
}

}  // namespace fockproxy
