// Where a result came from: enough to know what ran, and to run it again.
#pragma once

#include <string>
#include <vector>

#include "record/json_file.hpp"

namespace fockproxy {

// What one process can say of itself; ranks send theirs to rank 0.
std::string cpu_affinity();  // processors this process may run on, "0-3,8"
std::string cpu_model();     // "" where unknown

// argv, git revision, compiler, processor, time (UTC) and every environment variable that MPI libraries, ARMCI, GA,
// threads or this program react to. Local.
Json process_provenance(const std::vector<std::string>& arguments);

std::string git_revision();      // "" where the build found none; ends in "-dirty" when files were changed
std::string program_name();      // "fockproxy 0.3.0 (0123456789ab)", as everything printed begins; or why not known
std::string program_version();   // "0.3.0"
std::string compiler_version();  // "GNU 12.2.0, Release"

}  // namespace fockproxy
