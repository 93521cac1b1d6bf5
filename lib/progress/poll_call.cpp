#include "progress/poll_call.hpp"

#include <string>

#include "parallel/window.hpp"
#include "progress/mpix_progress.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// A probe for messages from every source must look everywhere.
class ProbeCall final : public PollCall {
 public:
  explicit ProbeCall(const Runtime& runtime) : comm_(runtime.world().handle()) {}
  void call() override {
    int found = 0;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.handle(), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
  }

 private:
  Communicator comm_;  // carries no messages
};

// The call has no other purpose than progress (MPICH's manual page MPIX_Stream_progress).
class StreamCall final : public PollCall {
 public:
  void call() override { progress_without_stream(); }
};

// Both calls below use a window of kind create that has no memory and that nothing else uses, and this rank itself as
// target. So they neither complete nor wait for an operation of the program.
class OwnWindow : public PollCall {
 protected:
  explicit OwnWindow(const Runtime& runtime)
      : rank_(runtime.world().rank()), window_(runtime.world(), 0, {.kind = WindowKind::create}) {}

  int rank_;
  Window window_;
};

class FlushLocalCall final : public OwnWindow {
 public:
  explicit FlushLocalCall(const Runtime& runtime) : OwnWindow(runtime) {}
  void call() override { check_mpi(MPI_Win_flush_local(rank_, window_.handle()), "MPI_Win_flush_local"); }
};

class GetCall final : public OwnWindow {
 public:
  explicit GetCall(const Runtime& runtime) : OwnWindow(runtime) {}
  void call() override {
    check_mpi(MPI_Get(&nothing_, 0, MPI_BYTE, rank_, 0, 0, MPI_BYTE, window_.handle()), "MPI_Get");
  }
  void finish() override { check_mpi(MPI_Win_flush(rank_, window_.handle()), "MPI_Win_flush"); }

 private:
  char nothing_ = 0;
};

template <class Call>
std::unique_ptr<PollCall> with_window(const Runtime& runtime, const std::string& name) {
  try {
    return std::make_unique<Call>(runtime);
  } catch (const WindowRefused& refused) {
    throw AgreedUsageError("--poll-by " + name + ": UNSUPPORTED: " + refused.refusal);
  }
}

}  // namespace

std::span<const PollCallEntry> poll_call_table() {
  static const PollCallEntry table[] = {
      {.name = "iprobe",
       .summary = "MPI_Iprobe for a message from any rank",
       .make = [](const Runtime& runtime) -> std::unique_ptr<PollCall> {
         return std::make_unique<ProbeCall>(runtime);
       }},
      {.name = "stream",
       .summary = "MPIX_Stream_progress (MPICH)",
       .make = [](const Runtime& runtime) -> std::unique_ptr<PollCall> {
         if (const std::string reason = no_progress_without_stream(runtime.world()); !reason.empty())
           throw AgreedUsageError("--poll-by stream: UNSUPPORTED: " + reason);
         return std::make_unique<StreamCall>();
       }},
      {.name = "flush-local",
       .summary = "MPI_Win_flush_local with the rank itself as target, in a window without operations",
       .make = [](const Runtime& runtime) { return with_window<FlushLocalCall>(runtime, "flush-local"); }},
      {.name = "get",
       .summary = "MPI_Get of zero bytes from the rank itself",
       .make = [](const Runtime& runtime) { return with_window<GetCall>(runtime, "get"); }},
  };
  return table;
}

const PollCallEntry& look_up(Type<PollCallEntry>, std::string_view name) {
  return entry_of(poll_call_table(), "call of a poll", name);
}

}  // namespace fockproxy
