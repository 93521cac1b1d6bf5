#include "app/predict/predict_options.hpp"

#include <algorithm>

namespace fockproxy {

namespace {

constexpr int most_ranks = 4'000'000;

Place holds_place(bool& holds) {
  return TextPlace{[&holds] { return std::string(holds ? "ijk" : "none"); },
                   [&holds](const std::string& name) { holds = name == "ijk"; }};
}

}  // namespace

void PredictOptions::add(CLI::App& command) {
  const Group what{command, "What to predict"};
  what.input_file("recording", recording, "file of fockproxy fock --record");
  what.add({.name = "ranks", .place = place(ranks, 1, most_ranks), .summary = "numbers of ranks"});
  what.add({.name = "progress",
            .place = place(progress, progress_model_names),
            .summary = "what moves operations while their target computes",
            .values = {{"always", "hardware, a thread, a ghost: they are served as they arrive"},
                       {"entry", "nothing: they wait until the target calls MPI"},
                       {"poll", "the target, at intervals of its computing"}}});
  what.add({.name = "case",
            .place = place(cases),
            .summary = "cases of van Dam et al.",
            .values = {{"1", "rank 0 does tasks"}, {"2", "rank 0 is idle, inside MPI"}}});
  what.add({.name = "schedule",
            .place = place(schedule),
            .summary = "task ids that a ticket stands for",
            .values = values_of(schedule_table())});
  what.add({.name = "chunk",
            .place = &chunk,
            .summary = "task ids per ticket, or the fewest",
            .range = {.least = 1, .most = 1e9}});
  what.add({.name = "cache",
            .place = holds_place(holds),
            .summary = "blocks kept between tasks",
            .values = {{"ijk", "IJ, IK and JK while tasks share them"}, {"none", "none"}}});
  what.add({.name = "stretch",
            .place = &stretch,
            .summary = "tasks last this many times as long as recorded",
            .range = above(0)});

  const Group stack{command, "The stack"};
  stack.input_file("--profile", profile, "file of fockproxy profile --json, instead of the figures below");
  stack.add({.name = "window",
             .place = place(window),
             .summary = "window of the profile; the first one by default",
             .key = "profile_window"});
  stack.add(
      {.name = "latency", .place = duration_place(latency), .summary = "one way, of a request and of its answer"});
  stack.add({.name = "service",
             .place = duration_place(service),
             .summary = "time that a target takes for each operation, beside its bytes"});
  stack.add({.name = "bandwidth",
             .place = &bandwidth,
             .summary = "what one target sends or takes, GB a second",
             .range = above(0)});
  stack.add({.name = "entries",
             .place = &entries,
             .summary = "times that a target must turn to an operation before it is done",
             .range = at_least(1)});
  stack.add({.name = "drain",
             .place = &drain,
             .summary = "waiting requests that one call of a target serves; 0: all",
             .range = at_least(0)});
  stack.add({.name = "poll-interval",
             .place = &poll_interval,
             .summary = "--progress poll: computing time between polls, microseconds",
             .range = above(0),
             .unit = 1e-6});

  const Group program{command, "Program"};
  output.add(program);
}

void PredictOptions::resolve() {
  require(!recording.empty(), "name a file of fockproxy fock --record: fockproxy predict FILE");
  const PredictOptions own;
  require(profile.empty() || (latency == own.latency && service == own.service && bandwidth == own.bandwidth &&
                              entries == own.entries && drain == own.drain),
          "--profile has what --latency, --service, --bandwidth, --entries and --drain say: leave these out");
  require(window.empty() || !profile.empty(), "--window is for --profile");
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
}

predict::StackModel PredictOptions::stack(predict::Progress of, const predict::StackProfile* measured) const {
  const int served = measured != nullptr ? measured->drain() : drain;
  return {of, poll_interval, served == 0 ? predict::StackModel::all : served};
}

predict::OperationCosts PredictOptions::costs(const predict::StackProfile* measured) const {
  if (measured != nullptr)
    return [measured](predict::FockOperation kind, double bytes) { return measured->cost(kind, bytes); };
  return [latency = latency, service = service, entries = entries, rate = 1e9 * bandwidth](
             predict::FockOperation, double bytes) -> predict::Operation {
    return {.entries = entries, .latency = latency, .service = service + bytes / rate};
  };
}

std::vector<std::string> PredictOptions::without_effect() const {
  const PredictOptions own;
  std::vector<std::string> notes;
  const auto has = [&](predict::Progress p) { return std::ranges::find(progress, p) != progress.end(); };
  if (poll_interval != own.poll_interval && !has(predict::Progress::poll))
    notes.emplace_back("--poll-interval changes nothing: no row polls");
  if (drain != own.drain && !has(predict::Progress::entry) && !has(predict::Progress::poll))
    notes.emplace_back("--drain changes nothing: where operations are always served, no call of a target serves them");
  return notes;
}

}  // namespace fockproxy
