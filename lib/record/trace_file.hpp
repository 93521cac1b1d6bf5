// The trace of all ranks in one file of Chrome trace events, which Perfetto (ui.perfetto.dev) and scripts/perf report
// open.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "record/json_file.hpp"
#include "record/trace.hpp"

namespace fockproxy {

// The trace of one rank. Its clock plus `clock_offset` is that of rank 0, within `clock_error` seconds.
struct RankTrace {
  std::string host;
  double clock_offset = 0;
  double clock_error = 0;
  std::int64_t dropped = 0;  // events that its ring dropped
  std::vector<TraceEvent> events;
};

// Writes {"traceEvents": [...], "otherData": `about` and, by rank, dropped events and clocks}. A rank is a process with
// a main thread and a progress helper, if there was one. Times are microseconds since the first event, with nanosecond
// resolution, so that adjacent spans do not overlap. Tickets are a counter track of rank 0. `labels` name the runs by
// their id.
void write_trace(std::ostream& out, const std::vector<RankTrace>& ranks, const std::vector<std::string>& labels,
                 Json about);

}  // namespace fockproxy
