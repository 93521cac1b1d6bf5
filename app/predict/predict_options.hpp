// The command line of `fockproxy predict`.
#pragma once

#include <string>
#include <vector>

#include "app/shared/option_group.hpp"
#include "fock/fock_config.hpp"
#include "predict/fock_workload.hpp"
#include "predict/stack_profile.hpp"

namespace fockproxy {

inline constexpr std::string_view progress_model_names[] = {"always", "entry", "poll",
                                                            "ghost"};  // as predict::Progress

std::vector<SettingValue> predicted_counters();

struct PredictOptions {
  std::string recording;
  std::vector<int> ranks{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
  std::vector<predict::Progress> progress{predict::Progress::always, predict::Progress::entry};
  std::vector<int> cases{1};
  std::vector<Choice<Dealer>> counters{"mpi3"};
  std::vector<int> chunks{1};
  std::vector<int> ghosts{1};                        // of each node; of rows with Progress::ghost
  DistributorOptions dealing{.ranks_per_node = 64};  // except chunk and idle ranks, which each row sets
  OrderOptions order;                                // costs are the recorded times
  bool holds = true;
  double stretch = 1;
  bool metg = false;
  int seeds = 0;
  // The stack: a profile, or the following values.
  std::string profile, node_profile, window;
  bool other_stack = false;
  double latency = 1e-6;    // seconds, one way
  double service = 0.2e-6;  // seconds of the target for each operation
  double bandwidth = 10;    // GB per second that one target serves
  int entries = 1, drain = 0;
  double poll_interval = 100e-6;  // seconds
  // The links between nodes, in addition to these.
  double link_latency = 0, link_gap = 0;  // seconds
  double link_bandwidth = 0;              // GB per second; 0: no limit
  std::string trace;                      // file; empty: none
  OutputOptions output;

  void add(CLI::App& command);
  void resolve();  // throws UsageError
  RuntimeOptions needs() const { return {}; }

  bool has_links() const { return link_latency > 0 || link_gap > 0 || link_bandwidth > 0; }
  // The costs of operations within a node and between nodes. `measured`: the profiles. The result of far() is empty if
  // both costs are the same.
  struct Profiles {
    const predict::StackProfile *between, *within;  // null: there is none; equal: one for both
    std::string lack_of_draws(std::string_view counter) const;
  };
  predict::StackModel stack(const Dealer& dealer, predict::Progress of, const Profiles& measured) const;
  // seed 0: uses the medians of the profiles; else times drawn from their distributions.
  predict::OperationCosts near(const Dealer& dealer, predict::Progress of, const Profiles& measured, int seed) const;
  predict::OperationCosts far(const Dealer& dealer, predict::Progress of, const Profiles& measured, int seed) const;
  // The given options, and parts of the profiles, that change no row: "--poll-interval changes nothing: no row polls".
  std::vector<std::string> without_effect(const Profiles& measured) const;

 private:
  void add_without_effect(std::vector<std::string>& notes, const Profiles& measured) const;
  predict::OperationCosts costs(const Dealer& dealer, predict::Progress of, const predict::StackProfile* measured,
                                int seed) const;
};

}  // namespace fockproxy
