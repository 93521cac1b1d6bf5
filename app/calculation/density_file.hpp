// Densities and Fock matrices in files: scf --save-density writes a density, fock --density reads it, and fock
// --save-fock writes what came out.
#pragma once

#include <filesystem>

#include "app/calculation/calculation.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// Local; rank 0.
void write_density(const JsonFile& file, const System& system, const SpinMatrices& density);

// Local; rank 0. The same file with "fock", one matrix per spin, in place of "density".
void write_fock(const JsonFile& file, const System& system, const SpinMatrices& fock);

// Local. Throws UsageError when the file is not a density of this molecule, basis and kind of spin.
SpinMatrices read_density(const std::filesystem::path& file, const System& system);

}  // namespace fockproxy
