// Looks up names of the command line in tables. All tables share these functions.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/error.hpp"

namespace fockproxy {

// `table`: a range of entries with a member `name`. Returns null if no entry has this name.
template <class Entry>
const Entry* find_entry(std::span<const Entry> table, std::string_view name) {
  for (const Entry& entry : table)
    if (entry.name == name) return &entry;
  return nullptr;
}

// "a, b, c"
template <class Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

// Throws AgreedUsageError: "unknown <what> 'x'; known: a, b, c".
template <class Entry>
const Entry& entry_of(std::span<const Entry> table, std::string_view what, std::string_view name) {
  if (const Entry* entry = find_entry(table, name)) return *entry;
  throw AgreedUsageError("unknown " + std::string(what) + " '" + std::string(name) + "'; known: " + names_of(table));
}

// Returns the entry if this build has it, else throws AgreedUsageError: "<what> x: UNSUPPORTED: reason".
template <class Entry>
const Entry& supported(const Entry& entry, std::string_view what) {
  if (!entry.make)
    throw AgreedUsageError(std::string(what) + " " + std::string(entry.name) +
                           ": UNSUPPORTED: " + std::string(entry.unsupported));
  return entry;
}

// An entry that a caller chose by its name. The constructor looks the name up, so a wrong name is found where it was
// written, and no later look-up is needed. The look-up is look_up(Type<Entry>, name), a function beside each table.
// supported() checks separately whether this build has the entry.
template <class Entry>
struct Type {};

template <class Entry>
class Choice {
 public:
  Choice(const Entry& entry) : entry_(&entry) {}
  template <std::convertible_to<std::string_view> Name>
  Choice(const Name& name) : entry_(&look_up(Type<Entry>{}, std::string_view(name))) {}

  const Entry& operator*() const { return *entry_; }
  const Entry* operator->() const { return entry_; }
  std::string name() const { return std::string(entry_->name); }
  bool is(std::string_view name) const { return entry_->name == name; }

 private:
  const Entry* entry_;
};

}  // namespace fockproxy
