#include "parallel/window_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace fockproxy {
namespace {

constexpr char joiner = '+';
constexpr std::string_view no_keys = "none";

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<long long> number_of(std::string_view text) {
  long long number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr std::array<std::string_view, 4> orderings{"rar", "raw", "war", "waw"};

bool is_ordering(std::string_view value) {
  if (value == "none") return true;
  const auto is_known = [](std::string_view part) { return std::ranges::find(orderings, part) != orderings.end(); };
  return std::ranges::all_of(split(value, ','), is_known);
}

bool is_full_ordering(std::string_view value) {
  const auto parts = split(value, ',');
  return std::ranges::all_of(orderings,
                             [&](std::string_view one) { return std::ranges::find(parts, one) != parts.end(); });
}

// A key with known values. fault() tells what is wrong with a value for each window of this program; empty if nothing.
struct KnownKey {
  std::string_view name;
  std::string (*fault)(std::string_view value);
};

std::string boolean(std::string_view value) {
  return value == "true" || value == "false" ? "" : "is neither true nor false";
}

constexpr KnownKey known_keys[] = {
    {"no_locks",
     [](std::string_view value) -> std::string {
       return value == "true" ? "would be a false promise: this program locks its windows" : boolean(value);
     }},
    {"accumulate_ops",
     [](std::string_view value) -> std::string {
       return value == "same_op" || value == "same_op_no_op" ? "" : "is neither same_op nor same_op_no_op";
     }},
    {"accumulate_ordering",
     [](std::string_view value) -> std::string {
       return is_ordering(value) ? "" : "is neither none nor a list of rar, raw, war, waw";
     }},
    {"mpi_accumulate_granularity",
     [](std::string_view value) -> std::string {
       return number_of(value).value_or(-1) >= 0 ? "" : "is no number of bytes";
     }},
    {"same_size", boolean},
    {"same_disp_unit", boolean},
    {"mpi_assert_memory_alloc_kinds",
     [](std::string_view value) -> std::string {
       const auto kinds = split(value, ',');
       const auto is_system = [](std::string_view kind) { return kind == "system" || kind.starts_with("system:"); };
       return std::ranges::any_of(kinds, is_system) ? "" : "would be a false promise: the memory is of the kind system";
     }},
    {"alloc_shm", [](std::string_view) -> std::string { return "belongs to --window: allocate or allocate-noshm"; }},
};

NamedValue parse_pair(std::string_view pair, std::string_view word) {
  const std::size_t equals = pair.find('=');
  const std::string_view key = pair.substr(0, equals);
  if (equals == std::string_view::npos || key.empty() || equals + 1 == pair.size())
    throw UsageError(fmt::format("'{}' is neither {} nor KEY=VALUE, several joined by {}", word, no_keys, joiner));
  const std::string_view value = pair.substr(equals + 1);
  if (key.size() >= MPI_MAX_INFO_KEY || value.size() >= MPI_MAX_INFO_VAL)
    throw UsageError(fmt::format("'{}' is longer than this MPI allows: {} characters for a key, {} for a value", pair,
                                 MPI_MAX_INFO_KEY - 1, MPI_MAX_INFO_VAL - 1));
  for (const KnownKey& known : known_keys)
    if (known.name == key)
      if (const std::string fault = known.fault(value); !fault.empty())
        throw UsageError(fmt::format("{}={} {}", key, value, fault));
  return {.name = std::string(key), .value = std::string(value)};
}

constexpr std::string_view undeclared = "the window does not declare its accumulates";

// A promise about the accumulates of a window. why_false() tells why a value would be false; empty if it is true.
struct Promise {
  std::string_view key;
  std::string (*why_false)(std::string_view value, const Accumulates& accumulates);
};

std::string with_blocks(const Accumulates& accumulates) {
  return accumulates.blocks ? "its accumulates move blocks of many elements" : "";
}

constexpr Promise promises[] = {
    // MPI-4.0 section 12.2.1. The default, same_op_no_op, is true of every window.
    {"accumulate_ops", [](std::string_view value,
                          const Accumulates& a) { return value == "same_op" ? std::string(a.mixed) : std::string(); }},
    {"accumulate_ordering", [](std::string_view, const Accumulates&) { return std::string(); }},
    // Open MPI (osc/rdma, osc/ucx): all accumulates have one element of a predefined datatype.
    {"acc_single_intrinsic", [](std::string_view, const Accumulates& a) { return with_blocks(a); }},
    // MPICH: no accumulate has a derived datatype, is longer than this, or has another operator.
    {"accumulate_noncontig_dtype", [](std::string_view, const Accumulates& a) { return with_blocks(a); }},
    {"accumulate_max_bytes",
     [](std::string_view value, const Accumulates& a) -> std::string {
       if (a.operators.empty()) return "";
       if (a.blocks) return with_blocks(a);
       return number_of(value).value_or(0) >= 8 ? "" : "its accumulates have eight bytes";
     }},
    {"which_accumulate_ops",
     [](std::string_view value, const Accumulates& a) -> std::string {
       const auto promised = split(value, ',');
       for (const std::string_view used : split(a.operators, ','))
         if (!used.empty() && std::ranges::find(promised, used) == promised.end())
           return fmt::format("its accumulates have the operators {}", a.operators);
       return "";
     }},
};

// Whether the value makes no promise, as the library's default.
bool promises_nothing(const NamedValue& key) {
  const auto& [name, value] = key;
  if (name == "accumulate_ops") return value == "same_op_no_op";
  if (name == "accumulate_ordering") return is_full_ordering(value);
  if (name == "acc_single_intrinsic") return value == "false";
  if (name == "accumulate_noncontig_dtype") return value == "true";
  if (name == "accumulate_max_bytes") return value == "unlimited" || value == "-1";
  if (name == "which_accumulate_ops") return value == "any_op";
  return false;
}

}  // namespace

std::string_view KeptKey::verdict() const {
  if (returned.empty()) return "no window";
  const auto is_kept = [this](const std::optional<std::string>& value) { return value == asked; };
  if (std::ranges::all_of(returned, is_kept)) return "kept";
  if (std::ranges::any_of(returned, is_kept)) return "kept by some";
  const auto is_there = [](const std::optional<std::string>& value) { return value.has_value(); };
  return std::ranges::any_of(returned, is_there) ? "changed" : "not kept";
}

WindowInfo::WindowInfo(const std::vector<NamedValue>& keys) : keys_(keys) {
  if (keys_.empty()) return;
  record_ = std::make_shared<std::vector<KeptKey>>();
  for (const auto& [name, value] : keys_) record_->push_back({.name = name, .asked = value});
}

WindowInfo WindowInfo::parse(std::string_view word) {
  if (word == no_keys) return {};
  std::vector<NamedValue> keys;
  for (const std::string_view pair : split(word, joiner)) {
    NamedValue key = parse_pair(pair, word);
    if (std::ranges::find(keys, key.name, &NamedValue::name) != keys.end())
      throw UsageError(fmt::format("'{}' has the key {} twice", word, key.name));
    keys.push_back(std::move(key));
  }
  return WindowInfo(keys);
}

std::vector<WindowInfo> WindowInfo::parse_list(const std::vector<std::string>& pieces) {
  std::vector<std::string> words;
  for (const std::string& piece : pieces) {
    const bool begins = piece == no_keys || split(piece, joiner).front().find('=') != std::string_view::npos;
    if (begins || words.empty() || words.back() == no_keys) words.push_back(piece);
    else words.back() += "," + piece;
  }
  std::vector<WindowInfo> sets;
  for (const std::string& word : words) sets.push_back(parse(word));
  return sets;
}

std::string WindowInfo::word() const {
  std::string text;
  for (const auto& [name, value] : keys_) text += fmt::format("{}{}={}", text.empty() ? "" : "+", name, value);
  return text.empty() ? std::string(no_keys) : text;
}

bool WindowInfo::has(std::string_view key, std::string_view value) const {
  return std::ranges::any_of(keys_, [&](const NamedValue& one) { return one.name == key && one.value == value; });
}

void WindowInfo::note(MPI_Win win) const {
  if (empty()) return;
  const std::vector<NamedValue> pairs = info_of(win);
  for (KeptKey& key : *record_) {
    const auto found = std::ranges::find(pairs, key.name, &NamedValue::name);
    const auto value = found == pairs.end() ? std::optional<std::string>() : std::optional(found->value);
    if (std::ranges::find(key.returned, value) == key.returned.end()) key.returned.push_back(value);
  }
}

std::vector<KeptKey> WindowInfo::kept() const { return record_ ? *record_ : std::vector<KeptKey>(); }

std::string false_promise(const WindowInfo& info, const std::optional<Accumulates>& accumulates, bool one_size) {
  const auto told = [](const NamedValue& key, std::string_view why) {
    return fmt::format("{}={} would be a false promise: {}", key.name, key.value, why);
  };
  for (const NamedValue& key : info.keys()) {
    if (key.name == "same_size" && key.value == "true" && !one_size)
      return told(key, "a ghost exposes the segments of its node, and other ranks expose none");
    const auto* const promise = std::ranges::find(promises, key.name, &Promise::key);
    if (promise == std::end(promises) || promises_nothing(key)) continue;
    if (!accumulates) return told(key, undeclared);
    if (const std::string why = promise->why_false(key.value, *accumulates); !why.empty()) return told(key, why);
  }
  return "";
}

std::vector<NamedValue> info_of(MPI_Win win) {
  std::vector<NamedValue> pairs;
  MPI_Info info = MPI_INFO_NULL;
  if (MPI_Win_get_info(win, &info) != MPI_SUCCESS || info == MPI_INFO_NULL) return pairs;
  int keys = 0;
  MPI_Info_get_nkeys(info, &keys);
  for (int i = 0; i < keys; ++i) {
    char key[MPI_MAX_INFO_KEY + 1] = "", value[MPI_MAX_INFO_VAL + 1] = "";
    int found = 0;
    MPI_Info_get_nthkey(info, i, key);
    MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &found);
    if (found) pairs.push_back({key, value});
  }
  MPI_Info_free(&info);
  return pairs;
}

}  // namespace fockproxy
