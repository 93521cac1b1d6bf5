// Verdicts in colours, for people before a terminal.
#pragma once

#include <string>

namespace fockproxy {

// From now on, or not, as at the start. Not thread-safe.
void colour_verdicts(bool wanted);
// Whether this process may: NO_COLOR is not set (no-color.org) and TERM names a terminal that has them. Local.
bool environment_allows_colours();

// `text` with the verdict that it begins with coloured, where that is wanted: PASS and ok green, CURED yellow, FAIL and
// HANG red. Any other text as it is. Local.
std::string coloured(std::string text);

}  // namespace fockproxy
