// The command line as data: for the manual page, the completions of shells and other programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shared/setting.hpp"

namespace CLI {
class App;
}

namespace fockproxy {

struct OptionText {
  std::vector<std::string> names;  // "--json"; for a positional word: its name in --help
  bool positional = false;
  bool takes_value = false, takes_text = false, takes_file = false, takes_list = false;
  std::string initial;   // the default; may be empty
  std::string unset_by;  // "--no-incremental", for a flag that is set by default; else empty
  std::string heading;
  std::string meaning;
  std::optional<Setting> setting;  // set by this option, if it is described as a Setting
};

struct CommandText {
  std::string name, summary;
  std::vector<OptionText> options;
  std::vector<CommandText> subcommands;
};

// The description of a program or subcommand to which all options have been added. Local.
CommandText describe(const CLI::App& command);

// The options of every subcommand, with their defaults, and the figures of the rows that subcommands list, as JSON.
// scripts/perf uses a copy of it, perf/fockproxy_perf/schemas/options.json. Local.
std::string options_json(const CommandText& program, const Json& figures);

// The words that an option takes, read from its meaning. In this program a meaning ends in them: "a, b (which is so) or
// c" after the last colon outside parentheses. Empty if the option takes no word, or any.
std::vector<std::string> words_of(const OptionText& option);

}  // namespace fockproxy
