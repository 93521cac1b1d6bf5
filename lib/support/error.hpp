// The exceptions that fockproxy throws on purpose, and their exit codes.
//
// If one rank alone unwinds its stack, it runs collective destructors in which the other ranks do not take part, and
// the job hangs. Therefore there are two kinds of failure. All ranks throw an AgreedError together; it unwinds the
// stack and has a handler. Any other exception has no handler: it ends the whole job at once, before the stack unwinds
// (parallel/failure.hpp). collectively() of parallel/agreement.hpp turns an exception of the second kind into one of
// the first kind.
#pragma once

#include <stdexcept>
#include <string>

namespace fockproxy {

// The exit code of the process.
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

// The input was correct, but the program cannot give a trustworthy result.
class ComputationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An error that every rank throws at the same place with the same message. Either the ranks agreed on it, or it follows
// from data that all ranks share (the command line, the sizes of the problem).
class AgreedError {
 public:
  virtual ExitCode exit_code() const noexcept = 0;
  virtual const char* message() const noexcept = 0;

 protected:
  ~AgreedError() = default;
};

// One of the errors above on which all ranks agree.
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
