// The table of progress strategies. A new one needs one file with a make function, its declaration and its line here.
#include <algorithm>
#include <vector>

#include "progress/progress_strategy.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

std::unique_ptr<ProgressStrategy> make_no_progress(const ProgressContext&) { return std::make_unique<NoProgress>(); }

}  // namespace

std::unique_ptr<ProgressStrategy> make_poll(const ProgressContext&);
std::unique_ptr<ProgressStrategy> make_helper_block(const ProgressContext&);
std::unique_ptr<ProgressStrategy> make_helper_send(const ProgressContext&);
std::unique_ptr<ProgressStrategy> make_helper_2008(const ProgressContext&);
std::unique_ptr<ProgressStrategy> make_helper_recv(const ProgressContext&);
std::unique_ptr<ProgressStrategy> make_helper_poll(const ProgressContext&);
std::unique_ptr<ProgressStrategy> make_library_progress(const ProgressContext&);
void prepare_library_progress(RuntimeOptions& needs);
std::unique_ptr<ProgressStrategy> make_stream_progress(const ProgressContext&);

void ProgressEntry::add_needs(RuntimeOptions& needs) const {
  needs.thread_level = std::max(needs.thread_level, thread_level);
  if (prepare) prepare(needs);
}

void ProgressEntry::require_windows(bool has_windows, WindowKind kind) const {
  if (!ghosts) return;
  if (!has_windows) throw AgreedUsageError("UNSUPPORTED: ghosts serve MPI windows of this program, and this has none");
  if (kind != WindowKind::ghost)
    throw AgreedUsageError("UNSUPPORTED: ghosts serve windows of kind ghost alone: --window ghost");
}

std::span<const ProgressEntry> progress_table() {
  static const std::vector<ProgressEntry> table = {
      {.name = "none", .summary = "only the computation's own communication calls", .make = make_no_progress},
      {.name = "poll", .summary = "the computing rank calls MPI between shell quartets (--poll-by)", .make = make_poll},
      {.name = "helper-block",
       .summary = "a thread per rank blocked in MPI_Ssend to itself",
       .thread_level = MPI_THREAD_MULTIPLE,
       .helper = true,
       .make = make_helper_block},
      {.name = "helper-send",
       .summary = "the same with MPI_Send, which is no helper if MPI buffers small sends",
       .thread_level = MPI_THREAD_MULTIPLE,
       .helper = true,
       .make = make_helper_send},
      {.name = "helper-2008",
       .summary = "MPI_Send and MPI_Recv in a communicator of one process, exactly as published",
       .thread_level = MPI_THREAD_MULTIPLE,
       .helper = true,
       .make = make_helper_2008},
      {.name = "helper-recv",
       .summary = "a thread per rank blocked in MPI_Recv from itself",
       .thread_level = MPI_THREAD_MULTIPLE,
       .helper = true,
       .make = make_helper_recv},
      {.name = "helper-poll",
       .summary = "a thread per rank that calls MPI_Iprobe again and again",
       .thread_level = MPI_THREAD_MULTIPLE,
       .helper = true,
       .make = make_helper_poll},
      {.name = "idle-root",
       .summary = "rank 0 does no work and waits inside MPI (Case 2)",
       .idle_ranks = 1,
       .make = make_no_progress},
      {.name = "ghost",
       .summary = "the last rank of every node does no work, and is the target of all operations (--window ghost)",
       .ghosts = true,
       .make = make_no_progress},
      {.name = "library",
       .summary = "the progress threads of MPI and ARMCI-MPI, started where fockproxy knows the setting",
       .whole_job = true,
       .prepare = prepare_library_progress,
       .make = make_library_progress},
      {.name = "stream",
       .summary = "MPICH's own progress thread, started for each measurement and ended after it",
       .thread_level = MPI_THREAD_MULTIPLE,
       .helper = true,
       .make = make_stream_progress},
  };
  return table;
}

const ProgressEntry& look_up(Type<ProgressEntry>, std::string_view name) {
  return entry_of(progress_table(), "progress strategy", name);
}

}  // namespace fockproxy
