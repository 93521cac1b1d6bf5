// The steps of a predicted build as a trace, as --trace records those of a build.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "predict/fock_workload.hpp"
#include "record/trace_file.hpp"

namespace fockproxy::predict {

// Observes a machine that runs the workload (Machine::observe). It keeps all events. Local; not thread-safe.
class PredictionTrace {
 public:
  // The workload must outlive it.
  PredictionTrace(int ranks, const FockWorkload& workload)
      : workload_(workload), ranks_(static_cast<std::size_t>(ranks)) {}

  // The previous step of this rank ends, and `step` begins. All operations of one draw are one event.
  void begin(int rank, double time, const Step& step);
  // The trace of all ranks, after a run until `end`. Call it once.
  std::vector<RankTrace> finished(double end);

 private:
  struct Rank {
    std::optional<TraceEvent> step;  // the present one; its id is the position of its task, -1: of none
    double task_began = 0;
    std::vector<TraceEvent> events;
  };

  void end_step(Rank& self, double time, std::int64_t next);

  const FockWorkload& workload_;
  std::vector<Rank> ranks_;
};

}  // namespace fockproxy::predict
