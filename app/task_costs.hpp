// Task costs in files: fock --save-costs writes what each task took, counter --work-kind fock replays it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/json_file.hpp"
#include "system.hpp"

namespace fockproxy {

// Local; rank 0. `seconds` by task id; `grain` as given on the command line.
void write_task_costs(const JsonFile& file, const System& system, const std::string& grain,
                      const std::vector<double>& seconds);

// Collective. Seconds by task id, the same on every rank. Throws UsageError when the file is none of
// write_task_costs().
std::vector<double> load_task_costs(const Communicator& comm, const std::filesystem::path& file);

}  // namespace fockproxy
