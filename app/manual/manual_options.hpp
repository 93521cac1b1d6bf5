// --man, --options-json and --completion.
#pragma once

namespace CLI {
class App;
}

namespace fockproxy {

// To the program itself, whose subcommands have all their options by now.
void add_manual_options(CLI::App& program);

}  // namespace fockproxy
