// Common parts of the options of subcommands: headings, lists of names, and the options that all subcommands have.
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

// A subcommand that registers its files in `paths` and its settings in `settings`, which must outlive it. Group needs
// both.
std::shared_ptr<CLI::App> make_command(const std::string& name, const std::string& summary, CommandPaths& paths,
                                       Settings& settings);

// Options under one heading of --help, each shown with its default. An option with a path must be declared by
// input_file() or output_file(), so that CommandPaths knows it.
struct Group {
  CLI::App& command;
  const char* heading;

  // Adds the option of a setting, or of several.
  void add(const Setting& setting) const;
  void add(const Settings& settings) const;
  // An input file. With `locate` the value need not be a path. A name without "--" declares one positional word, which
  // may be left out.
  void input_file(const char* name, std::string& value, const std::string& meaning, Locate locate = {}) const;
  // An output file, which is written when the results are known.
  void output_file(const char* name, std::string& value, const std::string& meaning) const;
  // The same for an ArrayFile (record/array_file.hpp). It may replace the input with the name `replaces`.
  void array_file(const char* name, std::string& value, const std::string& meaning, const char* replaces = "") const;

 private:
  void file(PathOption option, std::string& value, const std::string& meaning) const;
};

// The settings among the options of a subcommand. Local.
const Settings& settings_of(const CLI::App& command);

// Fills the variables that `add` binds to options from the text `command_line`. Throws UsageError. Local.
void read_options(const std::function<void(CLI::App&)>& add, const std::string& command_line);

// Throws UsageError(what) unless `right`.
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
  // The needs with the level of `needs`, or with the level that was named. Throws UsageError if the named level is
  // lower. `who` is the option that needs the level: "--counter helper".
  RuntimeOptions apply(RuntimeOptions needs, const std::string& who) const;
};

}  // namespace fockproxy
