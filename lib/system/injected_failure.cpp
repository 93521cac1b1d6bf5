#include "system/injected_failure.hpp"

#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/error.hpp"

namespace fockproxy {
namespace {

int failing_rank = -1;
std::string failure_kind;
std::string failing_place;
void (*failing_mpi_call)() = nullptr;

}  // namespace

void arm_injected_failure(void (*fail_as_mpi)()) {
  failing_mpi_call = fail_as_mpi;
  constexpr const char* variable = "FOCKPROXY_INJECT_FAILURE";
  const char* value = std::getenv(variable);
  if (value == nullptr) return;
  const std::string_view text = value;
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  if (first != text.npos && second != text.npos &&
      std::from_chars(value, value + first, failing_rank).ptr == value + first) {
    failure_kind = text.substr(first + 1, second - first - 1);
    failing_place = text.substr(second + 1);
    for (const char* known : {"error", "memory", "mpi", "hang", "stop", "crash", "kill", "exit"})
      failure_is_injected |= failure_kind == known;
  }
  if (!failure_is_injected)
    throw UsageError(std::string(variable) + "='" + value + "' is not RANK:KIND:PLACE with a KIND of error, memory, " +
                     "mpi, hang, stop, crash, kill or exit");
}

void fail_if_injected(const char* place, int rank) {
  if (rank != failing_rank || failing_place != place) return;
  if (failure_kind == "error") throw std::runtime_error("injected failure");
  if (failure_kind == "memory") throw std::bad_alloc();
  if (failure_kind == "mpi") failing_mpi_call();
  if (failure_kind == "stop") std::raise(SIGSTOP);
  if (failure_kind == "crash") std::raise(SIGSEGV);
  if (failure_kind == "kill") std::raise(SIGKILL);
  if (failure_kind == "exit") std::exit(7);
  for (;;) pause();
}

}  // namespace fockproxy
