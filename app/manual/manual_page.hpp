// The manual page fockproxy(1), from the options themselves.
#pragma once

#include "app/manual/command_line.hpp"

namespace fockproxy {

// For man(7) macros of groff and mandoc. `version`: in the footer. Local.
std::string manual_page(const CommandText& program, const std::string& version);

}  // namespace fockproxy
