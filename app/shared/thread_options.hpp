// Threads of a rank, and the time that tasks sleep: options of `fock`, `scf` and `compare`.
#pragma once

#include <string>

#include "app/shared/option_group.hpp"
#include "fock/fock_config.hpp"

namespace fockproxy {

struct ThreadArguments {
  std::string calls = "serialized";
  std::string task_sleep;

  void add(const Group& group, FockConfig& fock);
  void resolve(FockConfig& fock) const;  // throws UsageError
};

}  // namespace fockproxy
