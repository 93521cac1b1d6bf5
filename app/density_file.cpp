#include "density_file.hpp"

#include <fmt/format.h>

#include <fstream>

namespace fockproxy {

namespace {

constexpr int density_file_version = 1;

// What a density belongs to; two densities fit when these are equal.
Json identity(const System& system) {
  return {{"kind", "fockproxy density"},
          {"version", density_file_version},
          {"formula", system.molecule.formula()},
          {"charge", system.molecule.charge},
          {"multiplicity", system.molecule.multiplicity},
          {"basis", system.basis.name()},
          {"cartesian", system.basis.cartesian()},
          {"functions", system.basis.functions()},
          {"method", system.method()}};
}

}  // namespace

void write_density(const JsonFile& file, const System& system, const SpinMatrices& density) {
  Json document = identity(system);
  for (const Matrix& d : density) document["density"].push_back(std::vector<double>(d.data(), d.data() + d.size()));
  file.write(document);
}

SpinMatrices read_density(const std::filesystem::path& file, const System& system) {
  std::ifstream in(file);
  if (!in)
    throw UsageError(
        fmt::format("--density '{}' is none of first, guess, scf, and no such file can be read", file.string()));
  const Json document = Json::parse(in, nullptr, false);
  const Json expected = identity(system);
  if (!document.is_object() || document.value("kind", "") != expected["kind"] || !document.contains("density"))
    throw UsageError(fmt::format("{}: not a density written by fockproxy scf --save-density", file.string()));
  for (const auto& [key, value] : expected.items())
    if (!document.contains(key) || document[key] != value)
      throw UsageError(fmt::format("{}: the density has {} {}, and this calculation has {}", file.string(), key,
                                   document.contains(key) ? document[key].dump() : "missing", value.dump()));
  SpinMatrices density;
  try {
    for (const auto& values : document["density"].get<std::vector<std::vector<double>>>()) {
      const int n = system.basis.functions();
      if (std::ssize(values) != std::ptrdiff_t{n} * n) throw UsageError("");
      density.push_back(Eigen::Map<const Matrix>(values.data(), n, n));
    }
  } catch (const std::exception&) {
    density.clear();
  }
  if (static_cast<int>(density.size()) != system.spins())
    throw UsageError(fmt::format("{}: the matrices do not have the size that the file announces", file.string()));
  return density;
}

}  // namespace fockproxy
