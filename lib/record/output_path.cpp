#include "record/output_path.hpp"

#include "support/error.hpp"

namespace fockproxy {

void refuse_output(const std::filesystem::path& path, const std::string& reason) {
  throw UsageError("cannot write '" + path.string() + "': " + reason);
}

void check_output_path(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) refuse_output(path, "it is a directory");
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    refuse_output(path, "it is not a regular file");
}

}  // namespace fockproxy
