// The name of a file that is to be written beside itself and then renamed.
#pragma once

#include <filesystem>
#include <string>

namespace fockproxy {

// Local. Throws UsageError: "cannot write 'PATH': reason".
[[noreturn]] void refuse_output(const std::filesystem::path& path, const std::string& reason);

// Local. Refuses a directory, and what is there and no regular file: renaming over a device or a pipe would replace it.
void check_output_path(const std::filesystem::path& path);

}  // namespace fockproxy
