// Turns the failure of one rank into an exception on every rank, so that no rank waits in a collective for ever.
#pragma once

#include <functional>
#include <string>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Collective. Runs `action` (local, no collectives inside) on every rank. If it throws on any rank, all ranks throw the
// message of the lowest rank that failed: a UsageError as AgreedUsageError, any other std::runtime_error as
// AgreedComputationError. Other exceptions, mainly std::bad_alloc, end the job (failure.hpp), because a rank without
// memory may be unable to reach an agreement.
void collectively(const Communicator& comm, const std::function<void()>& action);

// Collective. Like collectively(), but only rank 0 runs `action`.
void on_root(const Communicator& comm, const std::function<void()>& action);

// Collective. Rank 0 calls `make`, and every rank gets its result. If `make` throws, all ranks throw, as in on_root().
std::string from_root(const Communicator& comm, const std::function<std::string()>& make);

// Collective. Every rank gets the text of the lowest rank with a text that is not empty; empty if all are empty.
std::string first_message(const Communicator& comm, const std::string& text);

}  // namespace fockproxy
