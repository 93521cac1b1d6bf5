// What the subcommands' options have in common: headings, lists of names, and the options that all of them take.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>

#include "parallel/runtime.hpp"
#include "support/error.hpp"

namespace fockproxy {

// Options under one heading of --help, each shown with its default.
struct Group {
  CLI::App& command;
  const char* heading;

  template <class T>
  CLI::Option* option(const char* name, T& value, const std::string& meaning) const {
    return command.add_option(name, value, meaning)->group(heading)->capture_default_str();
  }
  CLI::Option* flag(const char* name, bool& value, const std::string& meaning) const {
    return command.add_flag(name, value, meaning)->group(heading);
  }
};

// The names of a table of backends, "a, b, c".
template <class Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

// parse(text) or a UsageError that lists what it could have been.
template <class T, class Parse>
T choose(const char* option, const std::string& text, const char* known, Parse parse) {
  if (const auto value = parse(text)) return *value;
  throw UsageError(std::string(option) + " '" + text + "' is none of " + known);
}

// A UsageError unless `name` is in the table or equal to the one that is not.
template <class Table>
void require_known(const char* option, const std::string& name, const Table& table, const std::string& besides = "") {
  if (!besides.empty() && name == besides) return;
  if (std::ranges::none_of(table, [&](const auto& entry) { return entry.name == name; }))
    throw UsageError(std::string(option) + " '" + name + "' is none of " + (besides.empty() ? "" : besides + ", ") +
                     names_of(table));
}

// UsageError(what) unless `right`.
void require(bool right, const std::string& what);

// Checks for CLI11: an error, or nothing.
std::string has_a_name(const std::string& file);
std::string not_negative(const std::string& number);

// --json and --stall-timeout.
struct OutputOptions {
  std::string json;
  double stall_timeout = 600;

  void add(const Group& group);
  void resolve() const;  // throws UsageError
};

// --thread-level.
struct ThreadLevelOption {
  std::string name = "auto";

  void add(const Group& group);
  // What `needs` asks for, or the level that was named; a UsageError when that is lower. `who` needs the level:
  // "--counter helper".
  RuntimeOptions apply(RuntimeOptions needs, const std::string& who) const;
};

}  // namespace fockproxy
