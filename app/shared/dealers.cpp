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

std::vector<WindowKind> windows_for(Choice<Dealer> dealer, const std::vector<WindowKind>& wanted) {
  return has_windows(dealer) ? wanted : std::vector{wanted.front()};
}

std::string window_label(Choice<Dealer> dealer, WindowKind window) {
  return has_windows(dealer) ? std::string(to_string(window)) : "-";
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
