// The command line of `fockproxy predict`.
#pragma once

#include <string>
#include <vector>

#include "app/shared/option_group.hpp"
#include "predict/fock_workload.hpp"
#include "predict/stack_profile.hpp"

namespace fockproxy {

inline constexpr std::string_view progress_model_names[] = {"always", "entry", "poll"};  // as predict::Progress

std::vector<SettingValue> predicted_counters();

struct PredictOptions {
  std::string recording;
  std::vector<int> ranks{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
  std::vector<predict::Progress> progress{predict::Progress::always, predict::Progress::entry};
  std::vector<int> cases{1};
  std::vector<Choice<Dealer>> counters{"mpi3"};
  std::vector<int> chunks{1};
  DistributorOptions dealing{.ranks_per_node = 64};  // but the chunk and the idle ranks, which are the row's
  bool holds = true;
  double stretch = 1;
  bool metg = false;
  // Of the stack: a profile, or these.
  std::string profile, window;
  double latency = 1e-6;    // seconds, one way
  double service = 0.2e-6;  // seconds of the target, of each operation
  double bandwidth = 10;    // GB a second, of what one target serves
  int entries = 1, drain = 0;
  double poll_interval = 100e-6;  // seconds
  OutputOptions output;

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const { return {}; }

  // measured: of the profile; null: there is none.
  predict::StackModel stack(const Dealer& dealer, predict::Progress of, const predict::StackProfile* measured) const;
  predict::OperationCosts costs(const Dealer& dealer, const predict::StackProfile* measured) const;
  // Throws UsageError where the profile lacks the draws of a counter.
  void require_draws(const predict::StackProfile& measured) const;
  // What was asked for and changes no row: "--poll-interval: no row polls".
  std::vector<std::string> without_effect() const;
};

}  // namespace fockproxy
