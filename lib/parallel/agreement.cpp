#include "parallel/agreement.hpp"

#include <stdexcept>

#include "support/error.hpp"

namespace fockproxy {
void collectively(const Communicator& comm, const std::function<void()>& action) {
  ExitCode failure = ExitCode::success;
  std::string message;
  try {
    action();
  } catch (const UsageError& error) {
    failure = ExitCode::bad_usage;
    message = error.what();
  } catch (const std::runtime_error& error) {
    failure = ExitCode::failed_computation;
    message = error.what();
  }
  const int lowest = comm.min(failure == ExitCode::success ? comm.size() : comm.rank());
  if (lowest == comm.size()) return;
  int code = static_cast<int>(failure);
  comm.broadcast(std::span(&code, 1), lowest);
  message = comm.broadcast(std::move(message), lowest);
  if (static_cast<ExitCode>(code) == ExitCode::bad_usage) throw AgreedUsageError(message);
  throw AgreedComputationError(message);
}

void on_root(const Communicator& comm, const std::function<void()>& action) {
  collectively(comm, [&] {
    if (comm.is_root()) action();
  });
}

std::string from_root(const Communicator& comm, const std::function<std::string()>& make) {
  std::string made;
  on_root(comm, [&] { made = make(); });
  return comm.broadcast(std::move(made));
}

std::string first_message(const Communicator& comm, const std::string& text) {
  const int lowest = comm.min(text.empty() ? comm.size() : comm.rank());
  if (lowest == comm.size()) return "";
  return comm.broadcast(text, lowest);
}

}  // namespace fockproxy
