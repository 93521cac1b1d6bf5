// --man, --options-json and --completion.
#pragma once

#include <memory>
#include <span>

#include "app/shared/subcommand.hpp"

namespace fockproxy {

// Adds these options to the program. All options of the subcommands must have been added before.
void add_manual_options(CLI::App& program, std::span<const std::unique_ptr<Subcommand>> subcommands);

}  // namespace fockproxy
