#include "app/manual/manual_options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>

#include "app/manual/completions.hpp"
#include "app/manual/manual_page.hpp"
#include "record/json.hpp"
#include "record/provenance.hpp"

namespace fockproxy {
namespace {

// Prints only `text`, as --help does.
[[noreturn]] void answer(const std::string& text) { throw CLI::CallForVersion(text, 0); }

// The figures of every subcommand that lists rows: {"gsum": {"rows": ...}}.
Json figures_json(std::span<const std::unique_ptr<Subcommand>> subcommands) {
  Json json = Json::object();
  for (const auto& subcommand : subcommands)
    if (Json lists = subcommand->figures(); !lists.empty()) json[subcommand->name()] = std::move(lists);
  return json;
}

}  // namespace

void add_manual_options(CLI::App& program, std::span<const std::unique_ptr<Subcommand>> subcommands) {
  program
      .add_flag_function(
          "--man", [&program](std::int64_t) { answer(manual_page(describe(program), program_version())); },
          "print the manual page, for man -l -")
      ->trigger_on_parse();
  program
      .add_flag_function(
          "--options-json",
          [&program, subcommands](std::int64_t) { answer(options_json(describe(program), figures_json(subcommands))); },
          "print the options of every subcommand, their defaults and the figures of its rows, for other programs")
      ->trigger_on_parse();
  program
      .add_option_function<std::string>(
          "--completion", [&program](const std::string& shell) { answer(completion(describe(program), shell)); },
          "print the completion of a shell: bash, zsh, fish")
      ->trigger_on_parse();
}

}  // namespace fockproxy
