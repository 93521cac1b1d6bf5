#include "record/verdict_colours.hpp"

#include <cstdlib>
#include <string_view>

namespace fockproxy {

namespace {

struct Colour {
  std::string_view verdict;
  const char* begin;
};

constexpr Colour colours[] = {
    {"PASS", "\033[32m"}, {"ok", "\033[32m"}, {"CURED", "\033[33m"}, {"FAIL", "\033[1;31m"}, {"HANG", "\033[1;31m"}};

bool wanted = false;  // set by colour_verdicts

// Matches only whole words, so "ok" does not match "okay".
bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ' || text[word.size()] == ':');
}

}  // namespace

void colour_verdicts(bool are_wanted) { wanted = are_wanted; }

bool environment_allows_colours() {
  const char* const forbidden = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return (!forbidden || !*forbidden) && terminal && *terminal && std::string_view(terminal) != "dumb";
}

std::string coloured(std::string text) {
  if (!wanted) return text;
  for (const auto& [verdict, begin] : colours)
    if (begins_with_word(text, verdict)) return text.insert(verdict.size(), "\033[0m").insert(0, begin);
  return text;
}

}  // namespace fockproxy
