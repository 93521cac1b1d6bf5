// Every path of a command line, known to one place: two that are one file are refused before anything is computed or
// opened for writing. Options register here when they are declared (Group::input_file() and output_file()).
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fockproxy {

// What an input option's value stands for: of a name, the data file. Empty: no file. May throw UsageError: none found.
using Locate = std::function<std::filesystem::path(const std::string& value)>;

struct PathOption {
  enum class Role { input, output };

  std::string name;          // "--json", "molecule"
  const std::string* value;  // empty: not given
  Role role;
  Locate locate = {};         // of an input whose value need not be a path
  std::string replaces = {};  // of an output: the input that it may be
  std::string beside = {};    // of an output: what is added to the path of the file that is written first
};

class CommandPaths {
 public:
  void add(PathOption option) { options_.push_back(std::move(option)); }
  std::span<const PathOption> options() const { return options_; }

  // Throws UsageError that names both options, where two of them are one file: the same path written in two ways, or
  // through links, of a file that is there or not yet. Also where one is the file that standard output or standard
  // error goes to, or an output would replace a molecule or basis set that comes with the program. Local; ranks may see
  // different files.
  void refuse_shared_files() const;

 private:
  std::vector<PathOption> options_;
};

}  // namespace fockproxy
