// What the subcommands' options have in common: headings, lists of names, and the options that all of them take.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/shared/command_paths.hpp"
#include "app/shared/setting.hpp"
#include "parallel/runtime.hpp"
#include "support/choice.hpp"
#include "support/error.hpp"

namespace CLI {
class App;
}

namespace fockproxy {

// A check of what was given: an error, or nothing.
using OptionCheck = std::string (*)(const std::string&);
std::string not_empty(const std::string& text);
std::string not_negative(const std::string& number);

// A subcommand whose options name their files to `paths`, which must outlive it. Group needs one.
std::shared_ptr<CLI::App> make_command(const std::string& name, const std::string& summary, CommandPaths& paths);

// Options under one heading of --help, each shown with its default. An option whose value is a path is declared as an
// input_file or output_file, so that it is known to CommandPaths.
struct Group {
  CLI::App& command;
  const char* heading;

  // The option of a setting, and of several.
  void add(const Setting& setting) const;
  void add(const Settings& settings) const;
  // An option that no document has. T: std::string, int, double, std::int64_t, std::uint64_t.
  template <class T>
  void option(const char* name, T& value, const std::string& meaning, OptionCheck check = nullptr) const;
  // A file that is read. With `locate` the value need not be a path. A name without "--": one word, which may be left
  // out.
  void input_file(const char* name, std::string& value, const std::string& meaning, Locate locate = {}) const;
  // A file that is written when the results are there.
  void output_file(const char* name, std::string& value, const std::string& meaning) const;
  // The same of an ArrayFile (record/array_file.hpp), which may `replace` the input of that name.
  void array_file(const char* name, std::string& value, const std::string& meaning, const char* replaces = "") const;
  // "a,b,c" of strings or ints.
  template <class T>
  void list(const char* name, std::vector<T>& values, const std::string& meaning) const;
  // "--name,!--no-name" can also be set to false.
  void flag(const char* name, bool& value, const std::string& meaning) const;

 private:
  void file(PathOption option, std::string& value, const std::string& meaning) const;
};

// The settings among the options of a subcommand. Local.
const Settings& settings_of(const CLI::App& command);

// Fills what `add` binds to options from a command line of its own. Throws UsageError. Local.
void read_options(const std::function<void(CLI::App&)>& add, const std::string& command_line);

// parse(text) or a UsageError that lists what it could have been.
template <class T, class Parse>
T choose(const char* option, const std::string& text, const char* known, Parse parse) {
  if (const auto value = parse(text)) return *value;
  throw UsageError(std::string(option) + " '" + text + "' is none of " + known);
}

// The entry of that name, or a UsageError that lists what it could have been.
template <class Entry>
Choice<Entry> chosen(const char* option, const std::string& name, std::span<const Entry> table) {
  if (const Entry* entry = find_entry(table, name)) return *entry;
  throw UsageError(std::string(option) + " '" + name + "' is none of " + names_of(table));
}

// As chosen(), where "auto" leaves the choice to the program: then null.
template <class Entry>
const Entry* chosen_unless_auto(const char* option, const std::string& name, std::span<const Entry> table) {
  const Entry* entry = find_entry(table, name);
  if (entry == nullptr && name != "auto")
    throw UsageError(std::string(option) + " '" + name + "' is none of auto, " + names_of(table));
  return entry;
}

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
