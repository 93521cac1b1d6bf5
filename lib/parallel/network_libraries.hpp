// The network libraries below MPI: which are in this process, and what they report about themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fockproxy {

// A provider of libfabric, as fi_getinfo(3) offers it here. Progress is "auto", if the library makes progress by
// itself, or "manual", if only calls of the library do; libfabric 2 has "control unified" beside these.
struct FabricProvider {
  std::string name;              // "tcp;ofi_rxm"
  std::string data_progress;     // of transfers; several values if endpoints differ: "auto, manual"
  std::string control_progress;  // of connections and memory registration
};

struct NetworkLibrary {
  std::string name;                       // "libfabric", "UCX"
  std::string file;                       // that the process has loaded
  std::string version;                    // empty: it does not tell
  std::vector<FabricProvider> providers;  // libfabric only, in the order of its preference
};

// The libraries that this process has loaded as files. A library that is part of the MPI library itself is not found,
// and MPI may use none of the libraries found. Local, while MPI runs. During the call libfabric looks for its
// providers, which may take a second.
std::vector<NetworkLibrary> network_libraries();

// The provider in a text of fi_tostr(3) for a struct fi_info; empty members if the text has no such line. Local.
FabricProvider parse_provider(std::string_view text);
// One entry for each name, with all values of its progress, in the order of the first ones. Local.
std::vector<FabricProvider> merged(const std::vector<FabricProvider>& providers);

}  // namespace fockproxy
