// Where the program finds the basis sets and molecules that come with it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

// The data directory of a program file: <prefix>/share/fockproxy for <prefix>/bin/fockproxy if it has basis/, else the
// nearest parent with basis/ and molecules/ (a build tree inside the source tree); nothing if there is neither.
std::optional<std::filesystem::path> data_directory_of(const std::filesystem::path& program);

// $FOCKPROXY_DATA if set and not empty, else that of the running program (Linux: /proc/self/exe). Throws UsageError if
// FOCKPROXY_DATA names a directory without basis/, or if there is no data directory.
std::filesystem::path find_data_directory();

// Names of the molecules in data_directory/molecules, sorted; empty when there are none.
std::vector<std::string> known_molecules(const std::filesystem::path& data_directory);

// Whether there is something there that is no directory: a file, a pipe, a device.
bool is_file(const std::filesystem::path& path);

// A note, where `name` is a file of the working directory and could be the name of something that comes with fockproxy:
// it has no '/' and no extension. Else empty.
std::string note_on_file(const std::string& name);

// The XYZ file `name` stands for: the path itself if such a file exists, else data_directory/molecules/name, with
// ".xyz" added where it is missing. Throws UsageError listing the known molecules when there is neither.
std::filesystem::path find_molecule(const std::string& name);

}  // namespace fockproxy
