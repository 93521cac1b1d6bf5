// Completion scripts for shells, made from the options.
#pragma once

#include <string_view>

#include "app/manual/command_line.hpp"

namespace fockproxy {

// The candidates for the value of an option or a positional word: the words of its meaning. For --basis and molecules:
// those that come with the program. Local; reads the data directory.
std::vector<std::string> candidates(const OptionText& option);

std::string completion_bash(const CommandText& program);
std::string completion_zsh(const CommandText& program);
std::string completion_fish(const CommandText& program);

// The script for "bash", "zsh" or "fish". Throws UsageError for another shell. Local.
std::string completion(const CommandText& program, std::string_view shell);

}  // namespace fockproxy
