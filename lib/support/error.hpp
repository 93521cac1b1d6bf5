// The exceptions fockproxy throws on purpose, and the exit codes they stand for.
//
// One rank that unwinds alone runs collective destructors that the others never join, and the job hangs. So there are
// two kinds of failure. One that all ranks throw together (AgreedError) unwinds and is caught where it is understood.
// Any other is caught by nobody: it ends the whole job at once, before anything unwinds (parallel/failure.hpp).
// collectively() of parallel/agreement.hpp turns the latter into the former.
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

// What every rank throws at the same place, with the same message: after ranks have agreed on it, or because it follows
// from what they share (the command line, the sizes of the problem).
class AgreedError {
 public:
  virtual ExitCode exit_code() const noexcept = 0;
  virtual const char* message() const noexcept = 0;

 protected:
  ~AgreedError() = default;
};

// One of the above, agreed on.
template <class Error, ExitCode code>
class Agreed : public Error, public AgreedError {
 public:
  using Error::Error;
  ExitCode exit_code() const noexcept final { return code; }
  const char* message() const noexcept final { return Error::what(); }
};
using AgreedUsageError = Agreed<UsageError, ExitCode::bad_usage>;
using AgreedComputationError = Agreed<ComputationError, ExitCode::failed_computation>;

}  // namespace fockproxy
