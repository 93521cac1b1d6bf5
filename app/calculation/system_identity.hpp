// The identity of the system to which a file of a calculation belongs. A file of another system is refused.
#pragma once

#include <filesystem>

#include "app/calculation/system.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// The formula of the molecule, the name of the basis set, and the kind of spins. Local.
Json system_identity(const System& system);

// Local. Throws UsageError, one line that names `file`, if the identity `found` in it differs from `expected`. `what`
// is the kind of content ("density").
void require_identity(const std::filesystem::path& file, const char* what, const Json& found, const Json& expected);

}  // namespace fockproxy
