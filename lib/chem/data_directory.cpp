#include "chem/data_directory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "chem/text_file.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

namespace fs = std::filesystem;

// Throws nothing: an unreadable directory counts as missing.
bool has_directory(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::optional<fs::path> locate_data_directory() {
  const char* set = std::getenv("FOCKPROXY_DATA");
  if (set != nullptr && *set != '\0') {
    fs::path directory = set;
    if (!has_directory(directory / "basis")) {
      throw UsageError(
          fmt::format("FOCKPROXY_DATA={}: there is no directory basis in it; set it to the directory that "
                      "holds basis and molecules",
                      printable(directory.string(), 1000)));
    }
    return directory;
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? std::nullopt : data_directory_of(program);
}

}  // namespace

std::optional<fs::path> data_directory_of(const fs::path& program) {
  fs::path installed = program.parent_path().parent_path() / "share" / "fockproxy";
  if (has_directory(installed / "basis")) {
    return installed;
  }
  for (fs::path parent = program.parent_path(); !parent.empty(); parent = parent.parent_path()) {
    if (has_directory(parent / "basis") && has_directory(parent / "molecules")) {
      return parent;
    }
    if (parent == parent.parent_path()) {  // the root is its own parent
      break;
    }
  }
  return std::nullopt;
}

fs::path find_data_directory() {
  if (const auto directory = locate_data_directory()) {
    return *directory;
  }
  throw UsageError(
      "the basis sets and molecules were not found beside the program; set FOCKPROXY_DATA to the "
      "directory that holds basis and molecules");
}

std::vector<std::string> known_molecules(const fs::path& data_directory) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(data_directory / "molecules", ignored)) {
    if (entry.path().extension() == ".xyz") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !has_directory(path);
}

std::string note_on_file(const std::string& name) {
  const bool could_be_another = name.find('/') == std::string::npos && !fs::path(name).has_extension();
  return could_be_another && is_file(name)
             ? fmt::format("the file '{}' of the working directory is read, not what comes with fockproxy under a name",
                           printable(name))
             : "";
}

fs::path find_molecule(const std::string& name) {
  if (is_file(name)) {
    return name;
  }
  // A name with a '/' can only be a path.
  if (name.find('/') != std::string::npos) {
    throw UsageError(fmt::format("{}: there is no such file; give the path of an XYZ file", printable(name, 1000)));
  }
  const auto directory = locate_data_directory();
  if (!directory) {
    throw UsageError(
        fmt::format("there is no file '{}' and no directory of molecules beside the program; give the "
                    "path of an XYZ file or set FOCKPROXY_DATA",
                    printable(name)));
  }
  const fs::path molecules = *directory / "molecules";
  const fs::path file = molecules / (name.ends_with(".xyz") ? name : name + ".xyz");
  if (!is_file(file)) {
    throw UsageError(fmt::format("there is no molecule '{}' here or in {}; give the path of an XYZ file or one of: {}",
                                 printable(name), printable(molecules.string(), 1000),
                                 fmt::join(known_molecules(*directory), ", ")));
  }
  return file;
}

}  // namespace fockproxy
