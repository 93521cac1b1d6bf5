// Turning one rank's failure into every rank's exception, so that nobody is left waiting in a collective.
#pragma once

#include <functional>
#include <string>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Collective. Runs `action` (local, no collectives inside) on every rank; when it throws anywhere, all ranks throw the
// lowest failing rank's message: a UsageError as AgreedUsageError, any other std::runtime_error as
// AgreedComputationError. What else it throws, std::bad_alloc above all, is left to end the job (failure.hpp): a rank
// without memory may not come as far as agreeing.
void collectively(const Communicator& comm, const std::function<void()>& action);

// Collective. Like collectively(), but only rank 0 runs `action`.
void on_root(const Communicator& comm, const std::function<void()>& action);

// Collective. What rank 0 makes, on every rank; what it throws, too, as with on_root(): for what is found or read once.
std::string from_root(const Communicator& comm, const std::function<std::string()>& make);

// Collective. The text of the lowest rank whose text is not empty, on every rank; empty when all are.
std::string first_message(const Communicator& comm, const std::string& text);

}  // namespace fockproxy
