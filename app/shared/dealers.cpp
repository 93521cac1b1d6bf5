#include "app/shared/dealers.hpp"

#include <algorithm>

#include "app/shared/option_group.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"

namespace fockproxy {

std::vector<WindowKind> parse_windows(const std::vector<std::string>& names) {
  std::vector<WindowKind> kinds;
  for (const std::string& name : names) kinds.push_back(*parse_window_kind(name));
  return kinds;
}

std::vector<WindowChoice> window_choices(const std::vector<std::string>& names, const std::vector<WindowInfo>& infos) {
  std::vector<WindowChoice> choices;
  for (const WindowKind kind : parse_windows(names))
    for (const WindowInfo& info : infos) choices.emplace_back(kind, info);
  return choices;
}

std::vector<WindowChoice> windows_for(bool any_window, const std::vector<WindowChoice>& wanted) {
  return any_window ? wanted : std::vector<WindowChoice>{wanted.front().kind};
}

std::string window_label(bool any_window, WindowKind window) {
  return any_window ? std::string(to_string(window)) : "-";
}

std::vector<SettingValue> window_labels() {
  return joined(std::vector<SettingValue>{{"-"}}, values_of(window_kind_names));
}

RuntimeOptions dealer_needs(Choice<Dealer> dealer, Choice<CounterEntry> node_counter) {
  RuntimeOptions needs;
  const CounterEntry* counter = shared_counter(dealer, node_counter);
  if (counter == nullptr || !counter->make) return needs;
  needs.global_arrays = counter->needs_global_arrays;
  needs.openshmem = counter->needs_openshmem;
  const ProgressEntry& progress = find_progress(progress_in_effect(dealer, node_counter, "none"));
  needs.thread_level = std::max(counter->thread_level, progress.thread_level);
  return needs;
}

}  // namespace fockproxy
