#include "progress/rank_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "support/error.hpp"

namespace fockproxy {
namespace {

// The number if all of `text` is a rank; otherwise -1.
int rank_of(const std::string& text) {
  int rank = -1;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
  return error == std::errc() && stop == text.data() + text.size() && rank >= 0 ? rank : -1;
}

}  // namespace

RankSet RankSet::parse(const std::string& text) {
  RankSet set;
  set.text_ = text;
  if (text == "all") return set;
  if (text == "root") {
    set.ranges_ = {{0, 0}};
    return set;
  }
  std::istringstream parts(text + ",");  // the added comma makes an empty last part visible
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dash = part.find('-');
    const int first = rank_of(part.substr(0, dash));
    const int last = dash == std::string::npos ? first : rank_of(part.substr(dash + 1));
    if (first < 0 || last < first)
      throw UsageError(fmt::format("'{}' names no ranks; right would be all, root, or a list like 0,2-3", text));
    set.ranges_.emplace_back(first, last);
  }
  return set;
}

bool RankSet::contains(int rank) const {
  return all() || std::ranges::any_of(ranges_, [rank](const auto& r) { return r.first <= rank && rank <= r.second; });
}

int RankSet::largest() const {
  int largest = -1;
  for (const auto& range : ranges_) largest = std::max(largest, range.second);
  return largest;
}

}  // namespace fockproxy
