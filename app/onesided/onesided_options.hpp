// The command line of `fockproxy onesided`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shared/fock_settings.hpp"
#include "app/shared/option_group.hpp"
#include "app/shared/timed_rows.hpp"
#include "onesided/tables.hpp"

namespace fockproxy {

struct OneSidedOptions {
  std::vector<std::string> tables{"latency", "patch", "contiguous", "busy"};
  std::vector<WindowInfo> window_infos{WindowInfo()};
  std::vector<std::string> windows{"allocate"}, caches{"fresh"}, targets{"inside"}, progress{"none", "poll"};
  double period = 2e-3;            // seconds
  std::string work_kind = "busy";  // of a target that computes
  DeviceOptions device;            // work kind device
  std::string most_bytes = "64M";
  EffortOptions effort;
  std::string inject;
  bool list = false;
  ThreadLevelOption thread_level;
  OutputOptions output;

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const;

  // Set by resolve().
  onesided::Axes axes;
  std::vector<Choice<onesided::TableEntry>> chosen_tables;
  std::optional<onesided::MoverFault> fault;
  ProgressOptions progress_options;
};

}  // namespace fockproxy
