// All paths of a command line. If two paths name the same file, the program refuses them before it computes anything or
// opens a file for writing. Options register here when they are declared (Group::input_file() and output_file()).
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fockproxy {

// Maps the value of an input option to a file; for a name, this is the data file. Empty: no file. May throw UsageError
// if it finds none.
using Locate = std::function<std::filesystem::path(const std::string& value)>;

struct PathOption {
  enum class Role { input, output };

  std::string name;          // "--json", "molecule"
  const std::string* value;  // empty: not given
  Role role;
  Locate locate = {};         // for an input whose value need not be a path
  std::string replaces = {};  // for an output: the input that it may replace
  std::string beside = {};    // for an output: the suffix of the file that is written first
};

class CommandPaths {
 public:
  void add(PathOption option) { options_.push_back(std::move(option)); }
  std::span<const PathOption> options() const { return options_; }

  // Throws UsageError that names both options if two of them name one file: the same path in two forms, or a path
  // through links. The file may exist or not. Also throws if standard output or standard error goes to such a file, or
  // if an output would replace a molecule or basis set that comes with the program. Local; ranks may see different
  // files.
  void refuse_shared_files() const;

 private:
  std::vector<PathOption> options_;
};

}  // namespace fockproxy
