#include "app/manual/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/shared/option_group.hpp"
#include "record/json.hpp"

namespace fockproxy {
namespace {

OptionText describe_option(const CLI::Option& option) {
  OptionText text;
  text.positional = option.get_positional();
  if (text.positional) text.names = {option.get_name(true)};
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  text.takes_value = option.get_items_expected_max() > 0;
  text.takes_list = option.get_items_expected_max() > 1;
  text.takes_file = option.get_type_name() == "FILE";
  text.takes_text = text.takes_file || (text.takes_value && option.get_type_name() == "TEXT");
  text.initial = option.get_default_str();
  for (const std::string& name : option.get_fnames()) text.unset_by = "--" + name;
  text.heading = option.get_group();
  text.meaning = option.get_description();
  return text;
}

std::string without_parentheses(const std::string& text) {
  std::string kept;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) kept += c;
    if (c == ')') --depth;
  }
  return kept;
}

bool is_word(const std::string& text) {
  constexpr const char* letters = "abcdefghijklmnopqrstuvwxyz";
  return text.find_first_of(letters) == 0 &&
         text.find_first_not_of(std::string(letters) + "0123456789-_") == std::string::npos;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace

CommandText describe(const CLI::App& command) {
  CommandText text{command.get_name(), command.get_description(), {}, {}};
  for (const CLI::Option* option : command.get_options()) text.options.push_back(describe_option(*option));
  for (const Setting& setting : settings_of(command)) {
    const auto named = [&](const OptionText& option) {
      return std::ranges::find(option.names, option_of(setting)) != option.names.end();
    };
    std::ranges::find_if(text.options, named)->setting = setting;
  }
  for (const CLI::App* subcommand : command.get_subcommands([](const CLI::App*) { return true; }))
    text.subcommands.push_back(describe(*subcommand));
  return text;
}

std::string options_json(const CommandText& program, const Json& figures) {
  Json commands = Json::object();
  for (const CommandText& command : program.subcommands) {
    Json& options = commands[command.name] = Json::object();
    for (const OptionText& option : command.options) {
      const std::string& name = option.unset_by.empty() ? option.names.back() : option.names.front();
      if (name == "--help") continue;
      options[name] = {{"takes", option.takes_list    ? "list"
                                 : option.takes_value ? "value"
                                                      : "nothing"},
                       {"positional", option.positional},
                       {"default", option.initial},
                       {"unset_by", option.unset_by},
                       {"heading", option.heading},
                       {"summary", option.meaning}};
      if (option.setting) options[name].update(description_of(*option.setting));
    }
  }
  return Json{{"commands", commands}, {"figures", figures}}.dump(1) + "\n";
}

std::vector<std::string> words_of(const OptionText& option) {
  const std::string text = without_parentheses(option.meaning);
  const std::size_t colon = text.rfind(':');
  if (!option.takes_text || option.positional || colon == std::string::npos) return {};
  std::string list = text.substr(colon + 1);
  for (std::size_t at = 0; (at = list.find(" or ")) != std::string::npos;) list.replace(at, 4, ",");
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (const std::string word = trimmed(list.substr(begin, end - begin)); is_word(word)) words.push_back(word);
    begin = end + 1;
  }
  return words;
}

}  // namespace fockproxy
