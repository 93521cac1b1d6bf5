#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/manual/completions.hpp"

namespace fockproxy {
namespace {

// Quotes text for single quotes.
std::string fish_quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// One line of the script; `where` is the condition under which fish offers it.
std::string fish_line(const std::string& where, const OptionText& option) {
  const std::vector<std::string> words = candidates(option);
  const std::string list = words.empty() ? "" : fmt::format(" -a '{}'", fmt::join(words, " "));
  const bool files = option.takes_file;
  if (option.positional) return fmt::format("complete -c fockproxy -n '{}'{}{}\n", where, files ? " -F" : "", list);
  std::string names;
  for (const std::string& name : option.names)
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return fmt::format("complete -c fockproxy -n '{}'{}{} -d '{}'{}\n", where, names,
                     !option.takes_value ? ""
                     : files             ? " -r -F"
                                         : " -x",
                     fish_quoted(option.meaning), list);
}

}  // namespace

std::string completion_fish(const CommandText& program) {
  std::string text =
      "# fish completion for fockproxy; written by fockproxy --completion fish\ncomplete -c fockproxy -f\n";
  for (const OptionText& option : program.options) text += fish_line("__fish_use_subcommand", option);
  for (const CommandText& command : program.subcommands) {
    text += fmt::format("complete -c fockproxy -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                        fish_quoted(command.summary));
    for (const OptionText& option : command.options)
      text += fish_line("__fish_seen_subcommand_from " + command.name, option);
  }
  return text;
}

}  // namespace fockproxy
