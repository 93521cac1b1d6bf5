// The command line of `fockproxy replay`.
#pragma once

#include <string>

#include "app/shared/fock_settings.hpp"
#include "app/shared/option_group.hpp"
#include "app/shared/tracing.hpp"
#include "fock/fock_config.hpp"
#include "replay/replay_engine.hpp"

namespace fockproxy {

struct ReplayCommandOptions {
  std::string recording;
  ReplayOptions replay;
  int repeat = 3;
  FockConfig fock;  // all options except those about integrals
  ThreadLevelOption thread_level;
  bool trust_stack = false;
  TraceOptions trace;
  OutputOptions output;

  void add(CLI::App& command);
  void resolve();                // throws UsageError
  RuntimeOptions needs() const;  // likewise
};

}  // namespace fockproxy
