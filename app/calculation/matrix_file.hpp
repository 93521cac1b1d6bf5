// Densities and Fock matrices in files: scf --save-density writes a density, fock --density reads it, and fock
// --save-fock writes what came out. An ArrayFile (record/array_file.hpp) with all of each matrix, one per spin, row
// after row, functions in the order of the basis.
#pragma once

#include <filesystem>
#include <optional>

#include "app/calculation/system.hpp"
#include "record/array_file.hpp"
#include "record/json.hpp"

namespace fockproxy {

inline constexpr const char* density_kind = "fockproxy density 2";
inline constexpr const char* fock_kind = "fockproxy Fock matrix 2";

// One to be written when the calculation is over. Refers to its context.
class MatrixFile {
 public:
  // Collective. An empty path: nothing is written. Throws AgreedUsageError when the file cannot be written, or its
  // medium has no room for it.
  MatrixFile(const CommandContext& context, const std::string& path, const char* kind, const System& system);

  // Collective. One matrix per spin. Throws AgreedComputationError, and leaves what was there before.
  void write(const SpinDense& matrices);

 private:
  const CommandContext& context_;
  bool wanted_;
  std::optional<ArrayFile> file_;  // rank 0 only
  Json identity_;                  // likewise
};

// Collective: each rank gets the part that it owns. Throws AgreedUsageError when the file is not a density of this
// molecule, basis and kind of spin.
SpinDense read_density(const CommandContext& context, const std::filesystem::path& file, const System& system);

}  // namespace fockproxy
