// An SCF on its way, in a file: what scf --checkpoint writes and scf --restart goes on from.
#pragma once

#include "app/calculation/system.hpp"
#include "record/array_file.hpp"
#include "scf/scf.hpp"

namespace fockproxy {

inline constexpr const char* scf_state_kind = "fockproxy scf checkpoint 2";

// What a state belongs to: the molecule where it stands, the functions on it, and every option that the iterations
// depend on but those that say when they are enough. Two that fit are equal. Local.
Json scf_identity(const CalculationOptions& options, const System& system);

// Bytes that a state may come to in a file. Local.
std::uint64_t largest_scf_state(const Json& identity, const CalculationOptions& options, const System& system);

// Collective; rank 0 writes, some rows at a time. `file`: null but on rank 0. Throws ComputationError, there only, when
// everybody's part is done.
void write_scf_state(const ArrayFile* file, const Json& identity, const ScfState& state);

// Collective; rank 0 reads, some rows at a time. Throws AgreedUsageError, in one line that names the file: it cannot be
// read, is torn or of another version, or belongs to something else.
ScfState read_scf_state(const ProcessGrid& grid, const std::filesystem::path& file, const Json& identity);

}  // namespace fockproxy
