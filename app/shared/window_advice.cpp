#include "app/shared/window_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "check/check_row.hpp"
#include "experiment/quiet_barrier.hpp"
#include "parallel/runtime.hpp"
#include "support/clock.hpp"
#include "system/relaunch.hpp"

namespace fockproxy {
namespace {

constexpr double seconds_for_all = 120, seconds_for_one = 60;

struct Setting {
  std::string words;                     // as the user would write it
  std::vector<std::string> environment;  // NAME=VALUE
  std::string rows;                      // of fockproxy check: two rows
  int thread_level;
};

struct Refused {
  WindowKind kind;
  bool with_info;  // of --window-info
  int thread_level;
  bool for_global_arrays;
};

// Settings of this MPI that are known to make windows work again. Debian's Open MPI 4.1 excludes osc/pt2pt by default,
// the only component that works between hosts over TCP. A list that excludes osc/ucx only replaces that default.
std::vector<std::string> known_settings() {
#ifdef OPEN_MPI
  return {"OMPI_MCA_osc=^ucx"};
#else
  return {};
#endif
}

// The rows that windows must pass: atomics and patches.
std::string rows_of(WindowKind kind) {
  return check::name_with("fetch-and-op", kind) + "," + check::name_with("contiguous", kind);
}

// From the smallest change to the largest.
std::vector<Setting> candidates(const Refused& refused) {
  const std::string rows = refused.for_global_arrays ? "ga-read-inc,ga-patches" : rows_of(refused.kind);
  const std::string lower = "--thread-level single";
  std::vector<Setting> all;
  if (refused.with_info) all.push_back({"no --window-info", {}, rows, refused.thread_level});
  for (const std::string& known : known_settings()) all.push_back({known, {known}, rows, refused.thread_level});
  if (refused.for_global_arrays) {
    const std::string other = refused.kind == WindowKind::create ? "1" : "0";
    const std::string use = "ARMCI_USE_WIN_ALLOCATE=" + other;
    all.push_back({use, {use}, rows, refused.thread_level});
  } else {
    for (const WindowKind kind : window_kinds)
      if (kind != refused.kind)
        all.push_back({fmt::format("--window {}", to_string(kind)), {}, rows_of(kind), refused.thread_level});
  }
  if (refused.thread_level == MPI_THREAD_SINGLE) return all;
  all.push_back({lower, {}, rows, MPI_THREAD_SINGLE});
  for (const std::string& known : known_settings())
    all.push_back({known + " with " + lower, {known}, rows, MPI_THREAD_SINGLE});
  return all;
}

bool works(const Launch& launch, const Setting& setting) {
  const auto output =
      relaunch(launch, {"check", "--only", setting.rows, "--thread-level", thread_level_name(setting.thread_level)},
               setting.environment, seconds_for_one);
  return output && output->find("CHECK: PASS: 2 passed") != std::string::npos;
}

std::string list(const std::vector<Setting>& settings) {
  std::vector<std::string> words;
  for (const Setting& setting : settings) words.push_back(setting.words);
  return fmt::format("{}", fmt::join(words, ", "));
}

// Local.
std::string found_by_trying(const Refused& refused) {
  const std::vector<Setting> all = candidates(refused);
  const auto launch = find_launch();
  if (!launch) return fmt::format("what may help, not tried because this job's mpiexec was not found: {}", list(all));
  const double deadline = now() + seconds_for_all;
  std::vector<Setting> in_vain;
  for (const Setting& setting : all) {
    if (now() > deadline) break;
    if (works(*launch, setting)) return fmt::format("tried here, and it works: {}", setting.words);
    in_vain.push_back(setting);
  }
  return fmt::format("tried here in vain: {}", list(in_vain));
}

}  // namespace

std::string advice_on(const Communicator& world, const WindowRefused& refusal, int thread_level,
                      bool for_global_arrays) {
  const Refused refused{refusal.kind, refusal.with_info, thread_level, for_global_arrays};
  const std::string advice = world.is_root() ? found_by_trying(refused) : "";
  quiet_barrier(world, 0.05);  // frees the cores for the trials
  return fmt::format("{}; {}", refusal.refusal, world.broadcast(advice));
}

}  // namespace fockproxy
