// The options that say who does which task, of every subcommand that builds Fock matrices.
#pragma once

#include <string>

#include "app/shared/option_group.hpp"
#include "fock/fock_transport.hpp"

namespace fockproxy {

// The options of --counter node, for `fockproxy counter` too.
struct NodeOptions {
  static void add(const Group& group, std::string& counter, std::int64_t& chunk, int& ranks_per_node);
  static void check(const std::string& counter, std::int64_t chunk, int ranks_per_node);  // throws UsageError
};

struct DealingOptions {
  std::string static_assignment = "cyclic";

  void add(const Group& group, FockConfig& fock);
  // Turns names into values and checks them. Throws UsageError.
  void resolve(FockConfig& fock) const;
};

}  // namespace fockproxy
