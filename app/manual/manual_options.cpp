#include "app/manual/manual_options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>

#include "app/manual/completions.hpp"
#include "app/manual/manual_page.hpp"
#include "record/provenance.hpp"

namespace fockproxy {
namespace {

// Instead of all else: printed as --help is.
[[noreturn]] void answer(const std::string& text) { throw CLI::CallForVersion(text, 0); }

}  // namespace

void add_manual_options(CLI::App& program) {
  program
      .add_flag_function(
          "--man", [&program](std::int64_t) { answer(manual_page(describe(program), program_version())); },
          "print the manual page, for man -l -")
      ->trigger_on_parse();
  program
      .add_flag_function(
          "--options-json", [&program](std::int64_t) { answer(options_json(describe(program))); },
          "print the options of every subcommand and their defaults, for other programs")
      ->trigger_on_parse();
  program
      .add_option_function<std::string>(
          "--completion", [&program](const std::string& shell) { answer(completion(describe(program), shell)); },
          "print the completion of a shell: bash, zsh, fish")
      ->trigger_on_parse();
}

}  // namespace fockproxy
