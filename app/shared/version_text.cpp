#include "app/shared/version_text.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/shared/document.hpp"
#include "eri/simd_path.hpp"
#include "integrals/libint_session.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/mpi_introspection.hpp"
#include "parallel/openshmem.hpp"
#include "record/provenance.hpp"

namespace fockproxy {
namespace {

std::string mpi() {
  const auto lines = mpi_library_description();
  if (lines.empty()) return "unknown";
  const NamedValue& first = lines.front();
  const std::string text = first.name.empty() ? first.value : first.name + " " + first.value;
  return text.substr(0, text.find(','));
}

// For example "5.9.2, runtime mpi-pr".
std::string global_arrays() {
  constexpr std::string_view name = "Global Arrays ";
  return built_with_global_arrays() ? linked_global_arrays().substr(name.size()) : without_global_arrays;
}

std::string instruction_sets() {
  std::string built, fastest;
  for (const eri::SimdPath& path : eri::simd_paths()) {
    if (path.kernels == nullptr) continue;
    built += fmt::format("{}{}", built.empty() ? "" : ", ", path.name);
    if (path.available()) fastest = path.name;
  }
  return fmt::format("{}; fastest of this processor: {}", built, fastest);
}

}  // namespace

std::string version_text() {
  return fmt::format(
      "{}\n"
      "  MPI               {}\n"
      "  Global Arrays     {}\n"
      "  OpenSHMEM         {}\n"
      "  Libint            {}, l up to {}\n"
      "  instruction sets  {}\n"
      "  JSON schema       {}\n"
      "  compiler          {}",
      program_name(), mpi(), global_arrays(), built_with_openshmem() ? "of this MPI" : without_openshmem(),
      LibintSession::version(), LibintSession::max_angular_momentum(), instruction_sets(), json_schema_version,
      compiler_version());
}

}  // namespace fockproxy
