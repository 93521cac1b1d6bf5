#include "app/calculation/system_identity.hpp"

#include <fmt/format.h>

#include "record/json.hpp"

namespace fockproxy {

Json system_identity(const System& system) {
  return {{"formula", system.molecule.formula()},
          {"charge", system.molecule.charge},
          {"multiplicity", system.molecule.multiplicity},
          {"method", system.method()},
          {"spins", system.spins()},
          {"basis", system.basis.name()},
          {"cartesian", system.basis.cartesian()},
          {"functions", system.basis.functions()}};
}

void require_identity(const std::filesystem::path& file, const char* what, const Json& found, const Json& expected) {
  for (const auto& [key, value] : expected.items()) {
    const Json other = found.is_object() ? found.value(key, Json()) : Json();
    if (other == value) continue;
    if (value.is_array())
      throw UsageError(fmt::format("{}: the {} has other {} than this calculation", file.string(), what, key));
    throw UsageError(fmt::format("{}: the {} has {} {}, and this calculation has {}", file.string(), what, key,
                                 to_text(other), to_text(value)));
  }
}

}  // namespace fockproxy
