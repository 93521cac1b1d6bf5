// Densities and Fock matrices in files. scf --save-density writes a density, fock --density reads it, and fock
// --save-fock writes a Fock matrix. The file is an ArrayFile (record/array_file.hpp) with one matrix per spin, row
// after row, with functions in the order of the basis.
#pragma once

#include <filesystem>
#include <optional>

#include "app/calculation/system.hpp"
#include "record/array_file.hpp"
#include "record/json.hpp"

namespace fockproxy {

inline constexpr const char* density_kind = "fockproxy density 2";
inline constexpr const char* fock_kind = "fockproxy Fock matrix 2";

// A file to write at the end of a calculation. It refers to its context, which must outlive it.
class MatrixFile {
 public:
  // Collective. An empty path: nothing is written. Throws AgreedUsageError if the file cannot be written, or if its
  // medium has no room for it.
  MatrixFile(const CommandContext& context, const std::string& path, const char* kind, const System& system);

  // Collective. One matrix per spin. Throws AgreedComputationError; the old file then stays.
  void write(const SpinDense& matrices);

 private:
  const CommandContext& context_;
  bool wanted_;
  std::optional<ArrayFile> file_;  // rank 0 only
  Json identity_;                  // likewise
};

// Collective: each rank gets the part that it owns. Throws AgreedUsageError if the file is not a density of this
// molecule, basis and kind of spin.
SpinDense read_density(const CommandContext& context, const std::filesystem::path& file, const System& system);

}  // namespace fockproxy
