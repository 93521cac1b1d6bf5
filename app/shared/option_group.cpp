#include "app/shared/option_group.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>

#include "parallel/global_arrays_runtime.hpp"
#include "record/array_file.hpp"

namespace fockproxy {

namespace {

class Command final : public CLI::App {
 public:
  Command(const std::string& name, const std::string& summary, CommandPaths& paths, Settings& settings)
      : CLI::App(summary, name), paths(paths), settings(settings) {}

  CommandPaths& paths;
  Settings& settings;
};

std::string not_negative(const std::string& number) { return number.starts_with('-') ? "must be at least 0" : ""; }

}  // namespace

std::shared_ptr<CLI::App> make_command(const std::string& name, const std::string& summary, CommandPaths& paths,
                                       Settings& settings) {
  return std::make_shared<Command>(name, summary, paths, settings);
}

void require(bool right, const std::string& what) {
  if (!right) throw UsageError(what);
}

void Group::add(const Setting& setting) const {
  const std::string name = option_of(setting), meaning = help_of(setting);
  const auto number = [&]<class T>(T*) {
    return command.add_option_function<T>(
        name, [setting](const T& value) { set(setting, static_cast<double>(value)); }, meaning);
  };
  CLI::Option* const option = std::visit(
      [&](auto& value) -> CLI::Option* {
        using Kind = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, bool*>)
          return command.add_flag(name + (setting.negatable ? ",!--no-" + setting.name : ""), *value, meaning);
        else if constexpr (std::is_same_v<Kind, TextPlace>)
          return command.add_option_function<std::string>(
              name, [setting](const std::string& text) { set(setting, text); }, meaning);
        else if constexpr (std::is_same_v<Kind, ListPlace>)
          return command
              .add_option_function<std::vector<std::string>>(
                  name, [setting](const std::vector<std::string>& words) { set(setting, words); }, meaning)
              ->delimiter(',');
        else if constexpr (std::is_same_v<Kind, std::uint64_t*>)  // number() would pass it through a double
          return command.add_option(name, *value, meaning)->check(not_negative);
        else return number(value);
      },
      setting.place);
  option->group(heading);
  if (takes_value(setting)) option->default_str(text_of(setting));
  dynamic_cast<Command&>(command).settings.push_back(setting);
}

void Group::add(const Settings& settings) const {
  for (const Setting& setting : settings) add(setting);
}

const Settings& settings_of(const CLI::App& command) {
  static const Settings none;
  const auto* const known = dynamic_cast<const Command*>(&command);
  return known ? known->settings : none;
}

void Group::file(PathOption option, std::string& value, const std::string& meaning) const {
  CLI::Option* const added = command.add_option(option.name, value, meaning)->type_name("FILE");
  if (option.name.starts_with("--"))
    added->group(heading)->capture_default_str()->check(
        [](const std::string& file) { return file.empty() ? "needs the name of a file" : ""; });
  dynamic_cast<Command&>(command).paths.add(std::move(option));
}

void Group::input_file(const char* name, std::string& value, const std::string& meaning, Locate locate) const {
  file({name, &value, PathOption::Role::input, std::move(locate)}, value, meaning);
}

void Group::output_file(const char* name, std::string& value, const std::string& meaning) const {
  file({name, &value, PathOption::Role::output}, value, meaning);
}

void Group::array_file(const char* name, std::string& value, const std::string& meaning, const char* replaces) const {
  file({name, &value, PathOption::Role::output, {}, replaces, std::string(ArrayFile::beside_suffix)}, value, meaning);
}

void read_options(const std::function<void(CLI::App&)>& add, const std::string& command_line) {
  CommandPaths paths;
  Settings settings;
  const auto command = make_command("", "", paths, settings);
  add(*command);
  try {
    command->parse(command_line);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

void OutputOptions::add(const Group& group) {
  group.output_file("--json", json, "also write all results to this file");
  group.add(stall_setting());
}

Setting ThreadLevelOption::setting() {
  return {.name = "thread-level",
          .place = place(name),
          .summary = "thread level that MPI is asked for",
          .values = {{"auto", "the lowest that the other options need"},
                     {"single"},
                     {"funneled"},
                     {"serialized"},
                     {"multiple"}},
          .label = "thread level {}",
          .key = ""};
}

RuntimeOptions ThreadLevelOption::apply(RuntimeOptions needs, const std::string& asking) const {
  std::string who = asking;
  if (const GlobalArraysRuntime* below = linked_global_arrays_runtime();
      needs.global_arrays && below != nullptr && below->thread_level > needs.thread_level) {
    needs.thread_level = below->thread_level;
    who = fmt::format("Global Arrays' runtime {}", below->name);
  }
  if (name == "auto") return needs;
  for (const int level : {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE})
    if (thread_level_name(level) == name) {
      require(level >= needs.thread_level, "--thread-level " + name + " is below the level that " + who +
                                               " needs: " + thread_level_name(needs.thread_level));
      needs.thread_level = level;
      return needs;
    }
  return needs;
}

}  // namespace fockproxy
