// The values of --counter, counters and distributors alike, for the command line.
#pragma once

#include <string>
#include <vector>

#include "app/shared/setting.hpp"
#include "counters/distributor.hpp"

namespace fockproxy {

// The window kinds with these names of --window.
std::vector<WindowKind> parse_windows(const std::vector<std::string>& names);
// The window kinds to use: all of `wanted`, or only one if the window changes nothing for the dealer.
std::vector<WindowKind> windows_for(Choice<Dealer> dealer, const std::vector<WindowKind>& wanted);
// The name of the kind, or "-" if the window changes nothing for the dealer.
std::string window_label(Choice<Dealer> dealer, WindowKind window);
std::vector<SettingValue> window_labels();  // all labels that window_label() returns

// The needed thread level (including that of the dealer's progress strategy) and Global Arrays. Empty for a dealer that
// this build lacks, because the row itself reports that, and it must not prevent the other rows.
RuntimeOptions dealer_needs(Choice<Dealer> dealer, Choice<CounterEntry> node_counter = "mpi3");

}  // namespace fockproxy
