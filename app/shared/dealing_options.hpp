// The options that say who does which task, of every subcommand that builds Fock matrices.
#pragma once

#include <string>

#include "app/shared/option_group.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

// The options of --counter node, for `fockproxy counter` too.
struct NodeArguments {
  std::string counter = "mpi3";

  void add(const Group& group, DistributorOptions& dealing);
  // Turns names into entries and checks them. Throws UsageError.
  void resolve(DistributorOptions& dealing) const;
};

// Names as written on the command line; numbers go to the configuration itself.
struct DealingArguments {
  std::string counter = "mpi3";
  std::string schedule = "fixed";
  std::string static_assignment = "cyclic";
  std::string order = "natural";
  NodeArguments node;

  void add(const Group& group, FockConfig& fock);
  // Turns names into entries and checks them. Throws UsageError.
  void resolve(FockConfig& fock) const;
};

}  // namespace fockproxy
