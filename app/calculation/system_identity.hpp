// What a file of a calculation belongs to, so that it is not taken for another's.
#pragma once

#include <filesystem>

#include "app/calculation/system.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// The molecule by its formula, the functions by the name of their set, and the kind of spins. Local.
Json system_identity(const System& system);

// Local. Throws UsageError, one line that names `file`, when `found`, of a `what` ("density"), says other than
// `expected`.
void require_identity(const std::filesystem::path& file, const char* what, const Json& found, const Json& expected);

}  // namespace fockproxy
