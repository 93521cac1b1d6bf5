// The exceptions fockproxy throws on purpose, and the exit codes they stand for.
#pragma once

#include <stdexcept>
#include <string>

namespace fockproxy {

// What the process returns to its launcher.
enum class ExitCode : int {
  success = 0,
  failed_computation = 1,  // not converged, verification failed, stack computes wrongly
  bad_usage = 2,           // bad option, input file, or a combination this MPI refuses
  stalled = 3,             // the watchdog saw no progress
};

// Bad option or input: the message says what was wrong, where (file:line), and what would be right.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The input was fine, but no trustworthy result can be given.
class ComputationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fockproxy
