// The manual page fockproxy(1), made from the options.
#pragma once

#include "app/manual/command_line.hpp"

namespace fockproxy {

// The page with man(7) macros for groff and mandoc. `version`: in the footer. Local.
std::string manual_page(const CommandText& program, const std::string& version);

}  // namespace fockproxy
