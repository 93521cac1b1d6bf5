#include "app/shared/window_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fockproxy {
namespace {

std::vector<std::string> returned_values(const KeptKey& key) {
  std::vector<std::string> values;
  for (const auto& value : key.returned)
    if (value && !value->empty()) values.push_back(*value);
  return values;
}

std::string verdict_text(const KeptKey& key) {
  const std::string verdict(key.verdict());
  return verdict == "changed" ? fmt::format("changed to {}", fmt::join(returned_values(key), " or ")) : verdict;
}

}  // namespace

std::string in_name(const WindowInfo& info) { return info.empty() ? "" : " with " + info.word(); }

std::string kept_in_words(const WindowInfo& info) {
  const std::vector<KeptKey> keys = info.kept();
  if (keys.empty()) return "";
  const std::string first = verdict_text(keys.front());
  if (std::ranges::all_of(keys, [&](const KeptKey& key) { return verdict_text(key) == first; })) return first;
  std::vector<std::string> words;
  for (const KeptKey& key : keys) words.push_back(key.name + " " + verdict_text(key));
  return fmt::format("{}", fmt::join(words, ", "));
}

FigureList<KeptKey> kept_key_figures() {
  using F = Figure<KeptKey>;
  return {F("key", no_column, "", "info key", &KeptKey::name),
          F("asked", no_column, "", "the requested value", &KeptKey::asked),
          F("verdict", no_column, "", "whether MPI kept the key, according to MPI_Win_get_info on rank 0",
            &KeptKey::verdict, {.values = {{"kept"}, {"changed"}, {"not kept"}, {"kept by some"}, {"no window"}}}),
          F("returned", no_column, "", "the values that MPI_Win_get_info returned", returned_values)};
}

}  // namespace fockproxy
