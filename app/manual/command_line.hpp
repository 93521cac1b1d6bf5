// What the command line can say, as data: for the manual page, the completions of shells and other programs.
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
  std::vector<std::string> names;  // "--json"; of a word without a name: what --help calls it
  bool positional = false;
  bool takes_value = false, takes_text = false, takes_file = false, takes_list = false;
  std::string initial;   // the value where it is not given; may be empty
  std::string unset_by;  // "--no-incremental", of a flag that is set where it is not given; else empty
  std::string heading;
  std::string meaning;
  std::optional<Setting> setting;  // that the option sets, where it is described as one
};

struct CommandText {
  std::string name, summary;
  std::vector<OptionText> options;
  std::vector<CommandText> subcommands;
};

// The description of a program or subcommand to which all options have been added. Local.
CommandText describe(const CLI::App& command);

// The options of every subcommand, with their values where they are not given, and the figures of the rows that
// subcommands list, as JSON: scripts/perf goes by a copy of it, perf/fockproxy_perf/schemas/options.json. Local.
std::string options_json(const CommandText& program, const Json& figures);

// The words that an option takes, read from its meaning, which by the custom of this program ends in them: "a, b (which
// is so) or c" after the last colon outside parentheses. Empty where it takes no word, or any.
std::vector<std::string> words_of(const OptionText& option);

}  // namespace fockproxy
