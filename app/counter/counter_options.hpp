// The command line of `fockproxy counter`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/shared/fock_settings.hpp"
#include "app/shared/option_group.hpp"
#include "app/shared/tracing.hpp"
#include "counters/distributor.hpp"
#include "experiment/busy_work.hpp"
#include "experiment/task_lengths.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

struct CounterOptions {
  std::vector<int> cases{1, 2, 3};
  std::vector<std::string> counters{"mpi2", "mpi3"};
  std::vector<std::string> windows{"allocate"};
  std::vector<WindowInfo> window_infos{WindowInfo()};
  std::string progress = "none";                     // in Cases 1 and 2
  std::vector<std::string> helpers{"helper-block"};  // in Case 3
  ProgressOptions progress_options;
  int idle_ranks = 1;          // in Case 2
  DistributorOptions dealing;  // prefetch, and the options of --counter node
  double work = 20e-3;         // seconds, mean of a task
  std::string work_kind = "busy";
  DeviceOptions device;  // work kind device
  std::string distribution = "uniform";
  std::string costs;  // work kind fock: a file of `fock --save-costs`
  double stretch = 1;
  std::int64_t tasks_per_rank = 50;
  int repeat = 1;
  std::uint64_t seed = 2008;
  bool verdict = false;
  bool saturate = false;
  double saturate_time = 0.3;  // seconds
  ThreadLevelOption thread_level;
  OutputOptions output;
  TraceOptions trace;

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const;

  bool runs_cases() const { return !verdict && !saturate; }
  WorkKind kind() const;
  std::vector<WindowChoice> window_list() const;
  bool uses_helpers() const;  // whether a strategy of the rows has a helper thread
};

}  // namespace fockproxy
