// Colours verdicts for users at a terminal.
#pragma once

#include <string>

namespace fockproxy {

// Turns colours on or off; they are off at the start. Not thread-safe.
void colour_verdicts(bool wanted);
// Whether the environment allows colours: NO_COLOR is not set (no-color.org), and TERM names a terminal with colours.
// Local.
bool environment_allows_colours();

// `text` with its initial verdict in colour, if colours are on: PASS and ok green, CURED yellow, FAIL and HANG red.
// Returns other text unchanged. Local.
std::string coloured(std::string text);

}  // namespace fockproxy
