// --trace: what every rank did and when, as one file.
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
  std::int64_t events = 131072;  // that a rank keeps: 72 bytes each

  void add(const Group& group);
};

// This rank's part of the trace, and its file. Every rank has one, also where nothing is traced.
class Tracing {
 public:
  // Collective. Throws UsageError, saying why, when the file cannot be written.
  Tracing(const CommandContext& context, const TraceOptions& options);

  TraceRing* ring() const { return ring_.get(); }  // nullptr: nothing is traced
  void forget() const;                             // what was recorded so far; local

  // Collective. `about` says what ran (rank 0's counts); `labels` name the runs by their id. Says on rank 0 what was
  // written and what was dropped. Only of runs that were verified: a trace is full of times.
  void write(const Json& about, const std::vector<std::string>& labels = {}) const;

 private:
  const CommandContext& context_;
  std::unique_ptr<TraceRing> ring_;
  std::optional<JsonFile> file_;  // rank 0
};

}  // namespace fockproxy
