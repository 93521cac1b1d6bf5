// The state of an SCF in a file. scf --checkpoint writes it, and scf --restart continues from it.
#pragma once

#include "app/calculation/system.hpp"
#include "record/array_file.hpp"
#include "scf/scf.hpp"

namespace fockproxy {

inline constexpr const char* scf_state_kind = "fockproxy scf checkpoint 2";

// The identity of a state: the molecule with its positions, its functions, and the options that the iterations depend
// on. Options that only decide when the SCF ends do not belong to it. Two states fit if their identities are equal.
// Local.
Json scf_identity(const CalculationOptions& options, const System& system);

// The largest size of a state in a file, in bytes. Local.
std::uint64_t largest_scf_state(const Json& identity, const CalculationOptions& options, const System& system);

// Collective; rank 0 writes, some rows at a time. `file`: null except on rank 0. Throws ComputationError on rank 0
// only, after the other ranks have done their part.
void write_scf_state(const ArrayFile* file, const Json& identity, const ScfState& state);

// Collective; rank 0 reads, some rows at a time. Throws AgreedUsageError, in one line that names the file, if the file
// cannot be read, is incomplete, has another version, or belongs to another calculation.
ScfState read_scf_state(const ProcessGrid& grid, const std::filesystem::path& file, const Json& identity);

}  // namespace fockproxy
