#include "app/manual/completions.hpp"

#include <algorithm>

#include "chem/basis_file.hpp"
#include "chem/data_directory.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Empty if there is no data directory.
std::vector<std::string> known(std::vector<std::string> (*names)(const std::filesystem::path&)) {
  try {
    return names(find_data_directory());
  } catch (const UsageError&) {
    return {};
  }
}

bool is(const OptionText& option, std::string_view name) {
  return std::ranges::find(option.names, name) != option.names.end();
}

}  // namespace

std::vector<std::string> candidates(const OptionText& option) {
  if (is(option, "--basis")) return known(known_basis_sets);
  if (option.positional) return known(known_molecules);
  return words_of(option);
}

std::string completion(const CommandText& program, std::string_view shell) {
  if (shell == "bash") return completion_bash(program);
  if (shell == "zsh") return completion_zsh(program);
  if (shell == "fish") return completion_fish(program);
  throw UsageError("--completion '" + std::string(shell) + "' is not one of bash, zsh, fish");
}

}  // namespace fockproxy
