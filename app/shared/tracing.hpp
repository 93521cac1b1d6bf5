// --trace: the activities of every rank with their times, in one file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/option_group.hpp"
#include "app/shared/subcommand.hpp"
#include "record/trace_file.hpp"

namespace fockproxy {

struct TraceOptions {
  std::string file;              // empty: no trace
  std::int64_t events = 131072;  // that a rank keeps, with 72 bytes each

  void add(const Group& group);
};

// This rank's part of the trace, and the file. Every rank has an object, also without a trace.
class Tracing {
 public:
  // Collective. Throws UsageError with the reason if the file cannot be written.
  Tracing(const CommandContext& context, const TraceOptions& options);

  TraceRing* ring() const { return ring_.get(); }  // nullptr: there is no trace
  void forget() const;                             // removes the events so far; local

  // Collective. `about` describes the run (that of rank 0 is used); `labels` name the runs by their id. Rank 0 prints
  // what was written and dropped. Call it only after verified runs, because a trace contains times.
  void write(const Json& about, const std::vector<std::string>& labels = {}) const;

 private:
  const CommandContext& context_;
  std::unique_ptr<TraceRing> ring_;
  std::optional<JsonFile> file_;  // rank 0
};

}  // namespace fockproxy
