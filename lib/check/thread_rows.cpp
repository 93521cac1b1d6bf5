// Rows on several threads of a rank in one-sided calls at the same time, as with `--threads`.
#include "check/thread_test.hpp"

namespace fockproxy::check {

std::vector<CheckRow> thread_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds) {
    RuntimeOptions needs;
    needs.thread_level = MPI_THREAD_MULTIPLE;
    rows.push_back({.name = name_with("threads", kind),
                    .section = "Threads",
                    .summary = "three threads of each rank put, get, accumulate and draw in one window at once",
                    .cure = "--thread-calls serialized",
                    .needs = needs,
                    .run = [kind](const CheckContext& context) { return judged(check_threads(context, kind)); },
                    .reproducer = reproducer(kind, {"threads"}, {{"LIBRARIES", " -pthread"}})});
  }
  return rows;
}

}  // namespace fockproxy::check
