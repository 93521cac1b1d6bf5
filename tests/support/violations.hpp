// What a contract check returns: one sentence per broken promise, none when all is well.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "support/error.hpp"

namespace fockproxy::testing {

using Violations = std::vector<std::string>;

// Collective: what every rank found, "rank r: " before it, the same list on every rank.
inline Violations of_all_ranks(const Communicator& comm, const Violations& mine) {
  if (comm.max(mine.empty() ? 0 : 1) == 0) return {};
  constexpr std::size_t most_per_rank = 3;  // a broken backend breaks everything
  std::string text;
  for (std::size_t i = 0; i < std::min(mine.size(), most_per_rank); ++i)
    text += "rank " + std::to_string(comm.rank()) + ": " + mine[i] + "\n";
  std::string joined;
  for (const std::string& part : comm.gather(text)) joined += part;
  joined = comm.broadcast(joined);
  Violations all;
  for (std::size_t at = 0, end; (end = joined.find('\n', at)) != std::string::npos; at = end + 1)
    all.push_back(joined.substr(at, end - at));
  return all;
}

// Collective: what rank 0 found, the same list on every rank.
inline Violations of_root(const Communicator& comm, const Violations& mine) {
  return of_all_ranks(comm, comm.is_root() ? mine : Violations{});
}

inline ::testing::AssertionResult none(const Violations& violations) {
  if (violations.empty()) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure();
  for (const std::string& violation : violations) failure << "\n  " << violation;
  return failure;
}

// What `make` makes, or why this stack cannot: a UsageError is the same on every rank.
template <class T>
struct MadeOrReason {
  std::unique_ptr<T> made;
  std::string reason;
};
template <class T>
MadeOrReason<T> made_or_reason(const std::function<std::unique_ptr<T>()>& make) {
  try {
    return {make(), ""};
  } catch (const UsageError& error) {
    return {nullptr, std::string("UNSUPPORTED: ") + error.what()};
  }
}

}  // namespace fockproxy::testing
