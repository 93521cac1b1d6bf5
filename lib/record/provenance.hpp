// The origin of a result: the data that identify what ran and allow to run it again.
#pragma once

#include <string>
#include <vector>

#include "record/json_file.hpp"

namespace fockproxy {

// Data of one process; ranks send theirs to rank 0.
std::string cpu_affinity();  // processors this process may run on, "0-3,8"
std::string cpu_model();     // "" if unknown

// argv, git revision, compiler, processor, time (UTC) and every environment variable that affects MPI libraries, ARMCI,
// GA, threads or this program. Local.
Json process_provenance(const std::vector<std::string>& arguments);

std::string git_revision();     // "" if unknown to the build; ends in "-dirty" if files were changed
std::string program_name();     // "fockproxy 0.3.0 (0123456789ab)", the beginning of all output; or why it is not known
std::string program_version();  // "0.3.0"
std::string compiler_version();  // "GNU 12.2.0, Release"

}  // namespace fockproxy
