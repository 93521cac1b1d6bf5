#include "app/shared/dealers.hpp"

#include <algorithm>

#include "app/shared/option_group.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

const CounterEntry* counter_entry(const std::string& name) {
  const auto found = std::ranges::find(counter_table(), name, &CounterEntry::name);
  return found == counter_table().end() ? nullptr : &*found;
}

}  // namespace

std::vector<WindowKind> parse_windows(const std::vector<std::string>& names) {
  std::vector<WindowKind> kinds;
  for (const std::string& name : names)
    kinds.push_back(choose<WindowKind>("--window", name, "allocate, create, allocate-noshm", parse_window_kind));
  return kinds;
}

bool has_windows(const std::string& dealer) {
  if (const CounterEntry* counter = counter_entry(dealer)) return counter->has_windows;
  const DistributorEntry* distributor = find_distributor(dealer);
  return distributor != nullptr && distributor->has_windows;
}

std::vector<WindowKind> windows_for(const std::string& dealer, const std::vector<WindowKind>& wanted) {
  return has_windows(dealer) ? wanted : std::vector{wanted.front()};
}

std::string window_label(const std::string& dealer, WindowKind window) {
  return has_windows(dealer) ? std::string(to_string(window)) : "-";
}

std::string names_of_dealers() {
  std::string names;
  for (const std::string_view name : dealer_names()) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

void require_dealer(const char* option, const std::string& name) {
  const auto known = dealer_names();
  if (std::ranges::find(known, name) == known.end())
    throw UsageError(std::string(option) + " '" + name + "' is none of " + names_of_dealers());
}

RuntimeOptions dealer_needs(const std::string& dealer, const std::string& node_counter) {
  RuntimeOptions needs;
  const CounterEntry* counter = counter_entry(shared_counter(dealer, node_counter));
  if (counter == nullptr || !counter->make) return needs;
  needs.global_arrays = counter->needs_global_arrays;
  const ProgressEntry& progress = find_progress(progress_in_effect(dealer, node_counter, "none"));
  needs.thread_level = std::max(counter->thread_level, progress.thread_level);
  return needs;
}

}  // namespace fockproxy
