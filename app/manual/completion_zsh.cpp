#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/manual/completions.hpp"

namespace fockproxy {
namespace {

// Quotes text for single quotes in a specification of _arguments.
std::string zsh_quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') escaped += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += std::string("\\") + c;
    else escaped += c;
  }
  return escaped;
}

std::string zsh_value(const OptionText& option) {
  const std::vector<std::string> words = candidates(option);
  const bool files = option.takes_file;
  if (words.empty()) return files ? "_files" : " ";
  const std::string list = fmt::format("{}", fmt::join(words, " "));
  // The leading blank makes _arguments call the command without adding options.
  if (files) return fmt::format(" _alternative \"words\\:word\\:({})\" \"files\\:file\\:_files\"", list);
  return option.takes_list ? "_sequence -d compadd - " + list : "(" + list + ")";
}

std::string argument(const OptionText& option) {
  if (option.positional) return fmt::format("    '::{}:{}'", zsh_quoted(option.names.front()), zsh_value(option));
  std::string all;
  for (const std::string& name : option.names)
    all += fmt::format("{}    '{}[{}]{}'", all.empty() ? "" : " \\\n", name, zsh_quoted(option.meaning),
                       option.takes_value ? fmt::format(":value:{}", zsh_value(option)) : "");
  return all;
}

std::string arguments(const CommandText& command) {
  std::vector<std::string> all;
  for (const OptionText& option : command.options) all.push_back(argument(option));
  return fmt::format("{}", fmt::join(all, " \\\n"));
}

}  // namespace

std::string completion_zsh(const CommandText& program) {
  std::string text = "#compdef fockproxy\n# written by fockproxy --completion zsh\n\n";
  std::string commands, cases;
  for (const CommandText& command : program.subcommands) {
    text += fmt::format("_fockproxy_{}() {{\n  _arguments \\\n{}\n}}\n\n", command.name, arguments(command));
    commands += fmt::format("      '{}:{}'\n", command.name, zsh_quoted(command.summary));
    cases += fmt::format("{}{}", cases.empty() ? "" : "|", command.name);
  }
  return text +
         fmt::format(
             "_fockproxy() {{\n  local line state\n  _arguments -C \\\n{} \\\n    '1:subcommand:->subcommand' \\\n"
             "    '*::argument:->argument'\n  case $state in\n  subcommand)\n    local -a subcommands=(\n{}    )\n"
             "    _describe subcommand subcommands\n    ;;\n  argument)\n    case $line[1] in\n"
             "    {}) _fockproxy_$line[1] ;;\n    esac\n    ;;\n  esac\n}}\n\n_fockproxy \"$@\"\n",
             arguments(program), commands, cases);
}

}  // namespace fockproxy
