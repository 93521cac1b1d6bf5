// --man, --options-json and --completion.
#pragma once

#include <memory>
#include <span>

#include "app/shared/subcommand.hpp"

namespace fockproxy {

// To the program itself, whose subcommands have all their options by now.
void add_manual_options(CLI::App& program, std::span<const std::unique_ptr<Subcommand>> subcommands);

}  // namespace fockproxy
