#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/manual/completions.hpp"

namespace fockproxy {
namespace {

constexpr const char* head = R"(# bash completion for fockproxy; written by fockproxy --completion bash
# A list "a,b,c" is completed after its last comma.
_fockproxy_words() {
  local begun=""
  if [[ $1 == *,* ]]; then begun=${1%,*},; fi
  mapfile -t COMPREPLY < <(compgen -P "$begun" -W "$2" -- "${1##*,}")
}

_fockproxy() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi
  done
  case "$command $before" in
)";

constexpr const char* tail = R"(  esac
}

complete -F _fockproxy fockproxy
)";

// The case for the value of an option.
std::string value_case(const std::string& command, const OptionText& option) {
  const std::vector<std::string> words = candidates(option);
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\"{} {}\"", names.empty() ? "" : " | ", command, name);
  std::string action;
  if (!words.empty()) action += fmt::format(" _fockproxy_words \"$word\" \"{}\";", fmt::join(words, " "));
  if (option.takes_file) action += " mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\");";
  return fmt::format("    {}){} return ;;\n", names, action);
}

// The case for anything else: names of options, or words that are not options.
std::string other_case(const CommandText& command) {
  std::vector<std::string> names, words;
  bool files = false;
  for (const OptionText& option : command.options) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.positional) words = candidates(option);
    if (option.positional) files |= option.takes_file;
  }
  return fmt::format(
      "    \"{} \"*)\n      if [[ $word == -* ]]; then mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$word\")\n"
      "      else mapfile -t COMPREPLY < <(compgen -W \"{}\"{} -- \"$word\"); fi ;;\n",
      command.name, fmt::join(names, " "), fmt::join(words, " "), files ? " -f" : "");
}

}  // namespace

std::string completion_bash(const CommandText& program) {
  std::string text = head;
  for (const CommandText& command : program.subcommands) {
    for (const OptionText& option : command.options)
      if (option.takes_value && !option.positional) text += value_case(command.name, option);
    text += other_case(command);
  }
  std::vector<std::string> first;
  for (const CommandText& command : program.subcommands) first.push_back(command.name);
  for (const OptionText& option : program.options) {
    first.insert(first.end(), option.names.begin(), option.names.end());
    if (option.takes_value) text += value_case("", option);
  }
  return text +
         fmt::format("    *) mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$word\") ;;\n", fmt::join(first, " ")) +
         tail;
}

}  // namespace fockproxy
