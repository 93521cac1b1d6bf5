#include "parallel/agreement.hpp"

#include <cstdio>
#include <cstdlib>

#include <exception>
#include <new>

#include "support/error.hpp"

namespace fockproxy {
namespace {

enum class Failure : int { none, usage, computation };

}  // namespace

void collectively(const Communicator& comm, const std::function<void()>& action) {
  Failure failure = Failure::none;
  std::string message;
  try {
    action();
  } catch (const UsageError& error) {
    failure = Failure::usage;
    message = error.what();
  } catch (const std::bad_alloc&) {
    failure = Failure::computation;
    message = "out of memory";
  } catch (const std::exception& error) {
    failure = Failure::computation;
    message = error.what();
  } catch (...) {
    failure = Failure::computation;
    message = "unknown error";
  }
  const int lowest = comm.min(failure == Failure::none ? comm.size() : comm.rank());
  if (lowest == comm.size()) return;
  int kind = static_cast<int>(failure);
  comm.broadcast(std::span(&kind, 1), lowest);
  message = comm.broadcast(std::move(message), lowest);
  if (static_cast<Failure>(kind) == Failure::usage) throw UsageError(message);
  throw ComputationError(message);
}

void on_root(const Communicator& comm, const std::function<void()>& action) {
  collectively(comm, [&] {
    if (comm.is_root()) action();
  });
}

std::string first_message(const Communicator& comm, const std::string& text) {
  const int lowest = comm.min(text.empty() ? comm.size() : comm.rank());
  if (lowest == comm.size()) return "";
  return comm.broadcast(text, lowest);
}

void abort_job(const Communicator& comm, const std::string& message) {
  std::fprintf(stderr, "fockproxy: error: rank %d: %s\n", comm.rank(), message.c_str());
  std::fflush(stderr);
  MPI_Abort(comm.handle(), static_cast<int>(ExitCode::failed_computation));
  std::abort();
}

}  // namespace fockproxy
