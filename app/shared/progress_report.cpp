#include "app/shared/progress_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "progress/core_budget.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

namespace {

std::string percent_of(double part, double whole) {
  return whole > 0 ? fmt::format("{:.2f}%", 100 * part / whole) : "-";
}

std::string helper_state(const RankRecord& rank) {
  if (!rank.helper) return "-";
  if (rank.library_helper) return rank.helper_inside_mpi ? "library's" : "no effect seen";
  return rank.helper_inside_mpi ? "inside MPI" : "no helper";
}

// The mean interval between polls of the computing rank. The calls of a polling helper take no time from it.
std::string mean_interval(const RankRecord& rank) {
  return rank.poll > 0 ? format_seconds(rank.compute / static_cast<double>(rank.polls)) : "-";
}

}  // namespace

double cpu_per_useful_second(const std::vector<RankRecord>& ranks) {
  double cpu = 0, useful = 0;
  for (const RankRecord& rank : ranks) {
    cpu += rank.cpu + rank.helper_cpu;
    useful += rank.compute;
  }
  return useful > 0 ? cpu / useful : 0;
}

void print_progress_table(const std::vector<RankRecord>& ranks) {
  if (std::ranges::none_of(ranks, [](const auto& r) { return r.helper || r.polls > 0 || r.disturbed(); })) return;
  fmt::print("What progress cost, and what the scheduler did\n");
  TextTable table(
      {"rank", "helper", "helper CPU", "polls", "every", "poll time", "CPU per s", "in run queue", "switches", ""});
  for (const RankRecord& rank : ranks) {
    table.add({worker_name(ranks, rank), helper_state(rank), rank.helper ? format_seconds(rank.helper_cpu) : "-",
               rank.polls > 0 ? format_count(rank.polls) : "-", mean_interval(rank),
               rank.poll > 0 ? percent_of(rank.poll, rank.own_seconds()) : "-",
               rank.compute > 0 ? fmt::format("{:.2f}", (rank.cpu + rank.helper_cpu) / rank.compute) : "-",
               percent_of(rank.run_queue_delay, rank.own_seconds()), format_count(rank.involuntary_switches),
               rank.disturbed() ? "disturbed" : ""});
  }
  fmt::print(
      "{}  CPU per s: CPU seconds of a rank and its helper for each second of integrals and digestion; over all\n"
      "  ranks {:.2f}. In run queue: ready, but waiting for a core; more than 5% of the time is \"disturbed\".\n\n",
      table.str(), cpu_per_useful_second(ranks));
}

void warn_of_crowded_cores(const Runtime& runtime, const FockConfig& config) {
  const bool one =
      config.effective_progress().helper && config.progress.options.helper_ranks.contains(runtime.world().rank());
  const EngineEntry& engine = *config.integrals.source;
  // An emulated device has a thread for each stream. A GPU needs no core.
  const bool emulated = engine.device && !engine.describe;
  const int workers = emulated ? config.threads.count * config.integrals.device_streams : 0;
  for (const std::string& warning : core_warnings(runtime, (one ? 1 : 0) + workers))
    fmt::print(stderr, "fockproxy: warning: {}\n", warning);
}

std::vector<std::string> describe_settings(const Runtime& runtime) {
  std::vector<std::string> lines;
  for (const auto& [setting, by_user] : runtime.settings()) {
    const auto value = setting.control_variable.empty() ? std::nullopt : control_variable(setting.control_variable);
    lines.push_back(fmt::format("{}={}, {}{}", setting.name, setting.value, by_user ? "the user's own" : "set here",
                                value                              ? fmt::format("; MPI reads {}", *value)
                                : setting.control_variable.empty() ? ""
                                                                   : "; MPI reports no such setting"));
  }
  if (lines.empty()) return lines;
  const auto& threads = runtime.library_threads_at_start();
  lines.push_back(fmt::format("threads of the libraries: {} before MPI, {} with it{}", threads[0], threads[1],
                              runtime.has_global_arrays() ? fmt::format(", {} with Global Arrays", threads[2]) : ""));
  return lines;
}

Json settings_json(const Runtime& runtime) {
  Json settings = Json::array();
  for (const auto& [setting, by_user] : runtime.settings()) {
    const auto value = setting.control_variable.empty() ? std::nullopt : control_variable(setting.control_variable);
    settings.push_back({{"name", setting.name},
                        {"value", setting.value},
                        {"by_user", by_user},
                        {"read_back", value ? Json(*value) : Json(nullptr)}});
  }
  const auto& threads = runtime.library_threads_at_start();
  return {{"settings", settings},
          {"threads_before_mpi", threads[0]},
          {"threads_after_mpi", threads[1]},
          {"threads_after_global_arrays", threads[2]}};
}

}  // namespace fockproxy
