#include "app/predict/predict_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/shared/fock_settings.hpp"

namespace fockproxy {

namespace {

constexpr int most_ranks = 4'000'000;
constexpr int largest_chunk = 1'000'000'000;

Place holds_place(bool& holds) {
  return TextPlace{[&holds] { return std::string(holds ? "ijk" : "none"); },
                   [&holds](const std::string& name) { holds = name == "ijk"; }};
}

}  // namespace

std::vector<SettingValue> predicted_counters() {
  std::vector<SettingValue> values;
  for (const Dealer& dealer : predict::predicted_dealers())
    values.push_back({std::string(dealer.name),
                      std::string(dealer.distributor ? dealer.distributor->summary : dealer.counter->summary)});
  return values;
}

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
  what.add({.name = "counter",
            .place = place(counters),
            .summary = "counters and distributors that deal out the tasks",
            .values = predicted_counters(),
            .see = "counters-and-progress.md#counters"});
  what.add({.name = "schedule",
            .place = place(dealing.schedule),
            .summary = "task ids that a ticket stands for",
            .values = values_of(schedule_table())});
  what.add({.name = "chunk",
            .place = place(chunks, 1, largest_chunk),
            .summary = "task ids per ticket, or the fewest; several: the best is named"});
  what.add(static_assignment_setting(dealing));
  what.add(node_chunk_setting(dealing));
  what.add({.name = "ranks-per-node",
            .place = &dealing.ranks_per_node,
            .summary = "ranks that share the tickets of --counter node",
            .range = {.least = 1, .most = most_ranks}});
  what.add({.name = "cache",
            .place = holds_place(holds),
            .summary = "blocks kept between tasks",
            .values = {{"ijk", "IJ, IK and JK while tasks share them"}, {"none", "none"}}});
  what.add({.name = "stretch",
            .place = &stretch,
            .summary = "tasks last this many times as long as recorded",
            .range = above(0)});
  what.add({.name = "metg",
            .place = &metg,
            .summary = "print the mean length of tasks that gives an efficiency of 0.5 on the most ranks"});

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
             .summary = "calls of the target that an operation needs",
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
  require(!counters.empty() && !chunks.empty(), "--counter and --chunk need a value");
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
}

void PredictOptions::require_draws(const predict::StackProfile& measured) const {
  for (const Choice<Dealer>& dealer : counters) {
    const std::string_view counter = predict::drawn_from(*dealer);
    require(counter.empty() || measured.has_draws_of(counter),
            fmt::format("{}: has no draws of {}, window {}, which --counter {} makes: see fockproxy profile --counter",
                        profile, counter, measured.window(), dealer.name()));
  }
}

predict::StackModel PredictOptions::stack(const Dealer& dealer, predict::Progress of,
                                          const predict::StackProfile* measured) const {
  const int served = measured != nullptr ? measured->drain(predict::drawn_from(dealer)) : drain;
  return {of, poll_interval, served == 0 ? predict::StackModel::all : served};
}

predict::OperationCosts PredictOptions::costs(const Dealer& dealer, const predict::StackProfile* measured) const {
  using predict::FockOperation;
  if (measured != nullptr)
    return [measured, counter = predict::drawn_from(dealer)](FockOperation kind, double bytes) {
      return kind == predict::draw ? measured->draw_of(counter, bytes) : measured->cost(kind, bytes);
    };
  return [latency = latency, service = service, entries = entries, rate = 1e9 * bandwidth,
          exclusive = predict::draws_exclusively(dealer)](FockOperation kind, double bytes) -> predict::Operation {
    return {.exclusive = exclusive && kind == predict::draw,
            .entries = entries,
            .latency = latency,
            .service = service + bytes / rate};
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
  const auto deals = [&](std::string_view name) {
    return std::ranges::any_of(counters, [&](const Choice<Dealer>& one) { return one.is(name); });
  };
  if (dealing.assignment != own.dealing.assignment && !deals("static"))
    notes.emplace_back("--static-assignment changes nothing: no row has --counter static");
  if (!deals("node") && dealing.node_chunk != own.dealing.node_chunk)
    notes.emplace_back("--node-chunk changes nothing: no row has --counter node");
  if (!deals("node") && dealing.ranks_per_node != own.dealing.ranks_per_node)
    notes.emplace_back("--ranks-per-node changes nothing: no row has --counter node");
  return notes;
}

}  // namespace fockproxy
