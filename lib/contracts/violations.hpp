// The result of a contract check: one sentence for each violation, empty if there is none.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "support/error.hpp"

namespace fockproxy::contracts {

using Violations = std::vector<std::string>;

// Collective. The violations of every rank, each preceded by "rank r: "; the same list on every rank.
Violations of_all_ranks(const Communicator& comm, const Violations& mine);

// Collective. The violations that rank 0 found; the same list on every rank.
Violations of_root(const Communicator& comm, const Violations& mine);

// Local.
void append(Violations& all, const Violations& more);

// The object that `make` (collective) returns, or the reason why this stack cannot make it: the text of a UsageError,
// the same on every rank.
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
