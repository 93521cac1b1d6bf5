// Densities in files: scf --save-density writes one, fock --density reads it.
#pragma once

#include <filesystem>

#include "calculation.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// Local; rank 0.
void write_density(const JsonFile& file, const System& system, const SpinMatrices& density);

// Local. Throws UsageError when the file is not a density of this molecule, basis and kind of spin.
SpinMatrices read_density(const std::filesystem::path& file, const System& system);

}  // namespace fockproxy
