// Where the program finds the basis sets and molecules that come with it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

// The data directory for a program file. For <prefix>/bin/fockproxy it is <prefix>/share/fockproxy if that has basis/.
// Otherwise it is the nearest parent with basis/ and molecules/ (a build tree inside the source tree). Nothing if there
// is neither.
std::optional<std::filesystem::path> data_directory_of(const std::filesystem::path& program);

// $FOCKPROXY_DATA if it is set and not empty, else the data directory of the running program (Linux: /proc/self/exe).
// Throws UsageError if FOCKPROXY_DATA names a directory without basis/, or if there is no data directory.
std::filesystem::path find_data_directory();

// Names of the molecules in data_directory/molecules, sorted; empty if there are none.
std::vector<std::string> known_molecules(const std::filesystem::path& data_directory);

// Whether the path exists and is not a directory: a file, a pipe, a device.
bool is_file(const std::filesystem::path& path);

// A note if `name` is a file of the working directory but could also be the name of a molecule or basis set that comes
// with fockproxy: it has no '/' and no extension. Else empty.
std::string note_on_file(const std::string& name);

// The XYZ file that `name` stands for: the path itself if such a file exists, else data_directory/molecules/name, with
// ".xyz" added if it is missing. Throws UsageError listing the known molecules if there is neither.
std::filesystem::path find_molecule(const std::string& name);

}  // namespace fockproxy
