// Turning one rank's failure into every rank's exception, so that nobody is left waiting in a collective.
#pragma once

#include <functional>
#include <string>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Collective. Runs `action` (local, no collectives inside) on every rank; when it throws anywhere, all ranks throw the
// lowest failing rank's exception with its type and message: UsageError stays UsageError, anything else becomes
// ComputationError.
void collectively(const Communicator& comm, const std::function<void()>& action);

// Collective. Like collectively(), but only rank 0 runs `action`.
void on_root(const Communicator& comm, const std::function<void()>& action);

// Collective. The text of the lowest rank whose text is not empty, on every rank; empty when all are.
std::string first_message(const Communicator& comm, const std::string& text);

// Local. For a failure of one rank inside a phase in which ranks do not meet, so that it cannot be agreed on: writes
// the one line "fockproxy: error: ..." and ends the whole job with ExitCode::failed_computation.
[[noreturn]] void abort_job(const Communicator& comm, const std::string& message);

}  // namespace fockproxy
