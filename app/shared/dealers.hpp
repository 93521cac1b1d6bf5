// What --counter may name, counters and distributors alike, from the side of a command line.
#pragma once

#include <string>
#include <vector>

#include "counters/distributor.hpp"

namespace fockproxy {

// The kinds that --window lists. Throws UsageError.
std::vector<WindowKind> parse_windows(const std::vector<std::string>& names);
// Does the window kind change anything for it? Not for an unknown name.
bool has_windows(const std::string& dealer);
// The kinds to go through: all of `wanted`, or just one where windows change nothing.
std::vector<WindowKind> windows_for(const std::string& dealer, const std::vector<WindowKind>& wanted);
// The kind's name, or "-" where windows change nothing.
std::string window_label(const std::string& dealer, WindowKind window);

// "static, node, mpi3, ..."
std::string names_of_dealers();

// UsageError for a name that is neither a counter nor a distributor. One that this build or MPI cannot do is known.
void require_dealer(const char* option, const std::string& name);

// Thread level (with that of the progress strategy it brings) and Global Arrays. Nothing for what this build lacks:
// such a row says so, and must not keep the others from running.
RuntimeOptions dealer_needs(const std::string& dealer, const std::string& node_counter = "mpi3");

}  // namespace fockproxy
