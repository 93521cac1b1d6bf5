// The MPI functions that a poll may call (`--poll-by`). They differ in the progress that a library makes in them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "parallel/runtime.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// An MPI call by which a computing rank lets MPI make progress. It communicates with no other rank and waits for none.
// Collective construction and destruction. Its members are local and not thread-safe.
class PollCall {
 public:
  virtual ~PollCall() = default;
  virtual void call() = 0;
  virtual void finish() {}  // completes what the calls have started; to be called after the last call of a region
};

// One line of the table of calls.
struct PollCallEntry {
  std::string_view name;
  std::string_view summary;
  // Collective. Throws AgreedUsageError, "UNSUPPORTED: reason", if this MPI does not have the call.
  std::function<std::unique_ptr<PollCall>(const Runtime&)> make;
};

std::span<const PollCallEntry> poll_call_table();
const PollCallEntry& look_up(Type<PollCallEntry>, std::string_view name);  // throws UsageError listing the known names

}  // namespace fockproxy
