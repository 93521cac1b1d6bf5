// Checks the path of a file that is written under a temporary name and then renamed.
#pragma once

#include <filesystem>
#include <string>

namespace fockproxy {

// Local. Throws UsageError: "cannot write 'PATH': reason".
[[noreturn]] void refuse_output(const std::filesystem::path& path, const std::string& reason);

// Local. Refuses a directory, and an existing path that is not a regular file, because renaming would replace a device
// or a pipe.
void check_output_path(const std::filesystem::path& path);

}  // namespace fockproxy
