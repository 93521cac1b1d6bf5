// The values of --counter, counters and distributors alike, for the command line.
#pragma once

#include <string>
#include <vector>

#include "app/shared/setting.hpp"
#include "counters/distributor.hpp"

namespace fockproxy {

// The window kinds with these names of --window.
std::vector<WindowKind> parse_windows(const std::vector<std::string>& names);
// Each of these kinds with each of these sets of info keys (--window-info).
std::vector<WindowChoice> window_choices(const std::vector<std::string>& names, const std::vector<WindowInfo>& infos);
// The windows to use: all of `wanted`, or only the first one, without keys, if no window is made.
std::vector<WindowChoice> windows_for(bool any_window, const std::vector<WindowChoice>& wanted);
// The name of the kind, or "-" if no window is made.
std::string window_label(bool any_window, WindowKind window);
std::vector<SettingValue> window_labels();  // all labels that window_label() returns

// The needed thread level (including that of the dealer's progress strategy) and Global Arrays. Empty for a dealer that
// this build lacks, because the row itself reports that, and it must not prevent the other rows.
RuntimeOptions dealer_needs(Choice<Dealer> dealer, Choice<CounterEntry> node_counter = "mpi3");

}  // namespace fockproxy
