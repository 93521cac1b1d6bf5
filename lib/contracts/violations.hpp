// What a contract check returns: one sentence per broken promise, none when all is well.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "support/error.hpp"

namespace fockproxy::contracts {

using Violations = std::vector<std::string>;

// Collective: what every rank found, "rank r: " before it, the same list on every rank.
Violations of_all_ranks(const Communicator& comm, const Violations& mine);

// Collective: what rank 0 found, the same list on every rank.
Violations of_root(const Communicator& comm, const Violations& mine);

// Local.
void append(Violations& all, const Violations& more);

// What `make` (collective) makes, or why this stack cannot: a UsageError is the same on every rank.
template <class T>
struct MadeOrReason {
  std::unique_ptr<T> made;
  std::string reason;
};
template <class T>
MadeOrReason<T> made_or_reason(const std::function<std::unique_ptr<T>()>& make) {
  try {
    return {make(), ""};
  } catch (const AgreedUsageError& error) {
    return {nullptr, std::string("UNSUPPORTED: ") + error.what()};
  }
}

}  // namespace fockproxy::contracts
