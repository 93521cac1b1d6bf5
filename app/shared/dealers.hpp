// What --counter may name, counters and distributors alike, from the side of a command line.
#pragma once

#include <string>
#include <vector>

#include "app/shared/setting.hpp"
#include "counters/distributor.hpp"

namespace fockproxy {

// The kinds that --window lists.
std::vector<WindowKind> parse_windows(const std::vector<std::string>& names);
// The kinds to go through: all of `wanted`, or just one where windows change nothing.
std::vector<WindowKind> windows_for(Choice<Dealer> dealer, const std::vector<WindowKind>& wanted);
// The kind's name, or "-" where windows change nothing.
std::string window_label(Choice<Dealer> dealer, WindowKind window);
std::vector<SettingValue> window_labels();  // all of these

// Thread level (with that of the progress strategy it brings) and Global Arrays. Nothing for what this build lacks:
// such a row says so, and must not keep the others from running.
RuntimeOptions dealer_needs(Choice<Dealer> dealer, Choice<CounterEntry> node_counter = "mpi3");

}  // namespace fockproxy
