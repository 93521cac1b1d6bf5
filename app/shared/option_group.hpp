// What the subcommands' options have in common: headings, lists of names, and the options that all of them take.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/shared/command_paths.hpp"
#include "app/shared/setting.hpp"
#include "parallel/runtime.hpp"
#include "support/error.hpp"

namespace CLI {
class App;
}

namespace fockproxy {

// A subcommand that tells its files and settings to `paths` and `settings`, which must outlive it. Group needs one.
std::shared_ptr<CLI::App> make_command(const std::string& name, const std::string& summary, CommandPaths& paths,
                                       Settings& settings);

// Options under one heading of --help, each shown with its default. An option whose value is a path is declared as an
// input_file or output_file, so that it is known to CommandPaths.
struct Group {
  CLI::App& command;
  const char* heading;

  // The option of a setting, and of several.
  void add(const Setting& setting) const;
  void add(const Settings& settings) const;
  // A file that is read. With `locate` the value need not be a path. A name without "--": one word, which may be left
  // out.
  void input_file(const char* name, std::string& value, const std::string& meaning, Locate locate = {}) const;
  // A file that is written when the results are there.
  void output_file(const char* name, std::string& value, const std::string& meaning) const;
  // The same of an ArrayFile (record/array_file.hpp), which may `replace` the input of that name.
  void array_file(const char* name, std::string& value, const std::string& meaning, const char* replaces = "") const;

 private:
  void file(PathOption option, std::string& value, const std::string& meaning) const;
};

// The settings among the options of a subcommand. Local.
const Settings& settings_of(const CLI::App& command);

// Fills what `add` binds to options from a command line of its own. Throws UsageError. Local.
void read_options(const std::function<void(CLI::App&)>& add, const std::string& command_line);

// UsageError(what) unless `right`.
void require(bool right, const std::string& what);

// --json and --stall-timeout.
struct OutputOptions {
  std::string json;
  double stall_timeout = 600;

  Setting stall_setting() {
    return {.name = "stall-timeout",
            .place = &stall_timeout,
            .summary = "seconds without progress after which the job is ended; 0: never",
            .range = at_least(0)};
  }
  void add(const Group& group);
};

// --thread-level.
struct ThreadLevelOption {
  std::string name = "auto";

  Setting setting();
  // What `needs` asks for, or the level that was named; a UsageError when that is lower. `who` needs the level:
  // "--counter helper".
  RuntimeOptions apply(RuntimeOptions needs, const std::string& who) const;
};

}  // namespace fockproxy
