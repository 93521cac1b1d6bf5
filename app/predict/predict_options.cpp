#include "app/predict/predict_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/shared/fock_settings.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

using predict::FockOperation;
using predict::Operation;

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
            .summary = "what completes operations while their target computes",
            .values = {{"always", "hardware or a thread, when they arrive"},
                       {"entry", "nothing: they wait for the next MPI call of the target"},
                       {"poll", "the target, at intervals of its computing"},
                       {"ghost", "ranks that do no tasks serve those of their node"}}});
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
            .summary = "task ids per ticket, or their minimum; of several values the best is named"});
  what.add(static_assignment_setting(dealing));
  what.add(node_chunk_setting(dealing));
  what.add(order_settings(order));
  what.add({.name = "ranks-per-node",
            .place = &dealing.ranks_per_node,
            .summary = "ranks per node, which share the tickets of --counter node, the ghosts and a link",
            .range = {.least = 1, .most = most_ranks}});
  what.add({.name = "ghosts",
            .place = place(ghosts, 1, most_ranks),
            .summary = "--progress ghost: ghosts of each node; of several numbers the best is named"});
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
            .summary = "print the mean task length that gives an efficiency of 0.5 on the largest number of ranks"});
  what.add({.name = "seeds",
            .place = &seeds,
            .summary = "further predictions of each row, with times drawn from the distributions of the profile",
            .range = {.least = 0, .most = 1000}});

  const Group stack{command, "The stack"};
  stack.input_file("--profile", profile, "file of fockproxy profile --json, instead of the options below");
  stack.input_file("--node-profile", node_profile,
                   "the same, measured between ranks of one node; --profile is then for ranks of two nodes");
  stack.add({.name = "window",
             .place = place(window),
             .summary = "window of the profile; the first one by default",
             .key = "profile_window"});
  stack.add({.name = "other-stack",
             .place = &other_stack,
             .summary = "accept a profile of another MPI library or processor than the recording's"});
  stack.add({.name = "latency",
             .place = duration_place(latency),
             .summary = "one-way latency of a request and of its answer"});
  stack.add({.name = "service",
             .place = duration_place(service),
             .summary = "time that a target takes for each operation, in addition to its bytes"});
  stack.add({.name = "bandwidth", .place = &bandwidth, .summary = "bandwidth of one target, GB/s", .range = above(0)});
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
  stack.add({.name = "link-latency",
             .place = duration_place(link_latency),
             .summary = "one-way latency between two nodes, in addition to --latency"});
  stack.add({.name = "link-gap",
             .place = duration_place(link_gap),
             .summary = "time that the link of a node takes for each operation, in addition to its bytes"});
  stack.add({.name = "link-bandwidth",
             .place = &link_bandwidth,
             .summary = "bandwidth of the link of a node, GB/s; 0: no limit",
             .range = at_least(0)});

  const Group program{command, "Program"};
  program.output_file("--trace", trace,
                      "file for the steps of each rank and their times, for a prediction of one row: Chrome trace "
                      "events, as of replay");
  output.add(program);
}

void PredictOptions::resolve() {
  require(!recording.empty(), "name a file of fockproxy fock --record: fockproxy predict FILE");
  const PredictOptions own;
  require(profile.empty() || (latency == own.latency && service == own.service && bandwidth == own.bandwidth &&
                              entries == own.entries && drain == own.drain),
          "--profile has what --latency, --service, --bandwidth, --entries and --drain say: leave these out");
  require(window.empty() || !profile.empty(), "--window is for --profile");
  require(node_profile.empty() || !profile.empty(), "--node-profile needs --profile, of ranks of two nodes");
  require(!counters.empty() && !chunks.empty(), "--counter and --chunk need a value");
  const std::size_t rows = ranks.size() * progress.size() * cases.size() * counters.size() * chunks.size();
  require(trace.empty() || (rows == 1 && ghosts.size() == 1),
          "--trace is for one row: give one value of --ranks, --progress, --case, --counter, --chunk and --ghosts");
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
}

std::string PredictOptions::Profiles::lack_of_draws(std::string_view counter) const {
  if (between == nullptr || counter.empty()) return "";
  const std::string lack = between->lack_of_draws(counter);
  return lack.empty() ? within->lack_of_draws(counter) : lack;
}

predict::StackModel PredictOptions::stack(const Dealer& dealer, predict::Progress of, const Profiles& measured) const {
  int served = drain;
  if (measured.between != nullptr) {
    const std::string_view counter = predict::drawn_from(dealer);
    served = measured.between->drain(counter);
    if (const int own = measured.within->drain(counter); own > 0) served = served == 0 ? own : std::min(served, own);
  }
  return {of, poll_interval, served == 0 ? predict::StackModel::all : served, has_links() ? dealing.ranks_per_node : 0};
}

predict::OperationCosts PredictOptions::near(const Dealer& dealer, predict::Progress of, const Profiles& measured,
                                             int seed) const {
  return costs(dealer, of, measured.within, seed);
}

predict::OperationCosts PredictOptions::far(const Dealer& dealer, predict::Progress of, const Profiles& measured,
                                            int seed) const {
  if (!has_links() && measured.between == measured.within) return {};
  return [without_link = costs(dealer, of, measured.between, seed), latency = link_latency, gap = link_gap,
          per_byte = link_bandwidth > 0 ? 1e-9 / link_bandwidth : 0](FockOperation kind, double bytes) {
    Operation operation = without_link(kind, bytes);
    operation.latency += latency;
    operation.link = gap + bytes * per_byte;
    return operation;
  };
}

predict::OperationCosts PredictOptions::costs(const Dealer& dealer, predict::Progress of,
                                              const predict::StackProfile* measured, int seed) const {
  const bool ghosts_serve = of == predict::Progress::ghost;
  if (measured != nullptr)
    return
        [=, counter = predict::drawn_from(dealer), drawn = std::uint64_t{0}](FockOperation kind, double bytes) mutable {
          Operation operation;
          if (seed == 0) {
            operation = kind == predict::draw ? measured->draw_of(counter, bytes) : measured->cost(kind, bytes);
          } else {
            const double u = unit_interval(hash_append(static_cast<std::uint64_t>(seed), ++drawn));
            operation = kind == predict::draw ? measured->draw_of(counter, bytes, u) : measured->cost(kind, bytes, u);
          }
          operation.by_itself = operation.by_itself && !ghosts_serve;
          return operation;
        };
  return [latency = latency, service = service, entries = entries, rate = 1e9 * bandwidth,
          exclusive = predict::draws_exclusively(dealer)](FockOperation kind, double bytes) -> Operation {
    return {.exclusive = exclusive && kind == predict::draw,
            .entries = entries,
            .latency = latency,
            .service = service + bytes / rate};
  };
}

// Parts of the profiles, and kinds of progress that are the same as `always` with them.
void PredictOptions::add_without_effect(std::vector<std::string>& notes, const Profiles& measured) const {
  if (measured.between == nullptr) return;
  for (const std::string& note : measured.between->without_effect()) notes.push_back(profile + ": " + note);
  if (measured.within != measured.between)
    for (const std::string& note : measured.within->without_effect()) notes.push_back(node_profile + ": " + note);
  const bool no_calls = std::ranges::all_of(counters, [&](const Choice<Dealer>& counter) {
    const std::string_view drawn = predict::drawn_from(*counter);
    return measured.between->needs_no_call(drawn) && measured.within->needs_no_call(drawn);
  });
  for (const predict::Progress one : progress)
    if (no_calls && (one == predict::Progress::entry || one == predict::Progress::poll))
      notes.push_back(
          fmt::format("--progress {} changes nothing: in {}, window {}, no operation needs a call of its target",
                      progress_model_names[static_cast<std::size_t>(one)], profile, measured.between->window()));
}

std::vector<std::string> PredictOptions::without_effect(const Profiles& measured) const {
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
  if (order.seed != own.order.seed && !order.order.is("random") && !order.order.is("stratified"))
    notes.push_back("--order-seed changes nothing: --order " + order.order.name() + " shuffles nothing");
  const bool nodes = deals("node") || has(predict::Progress::ghost) || has_links() || !node_profile.empty();
  if (!nodes && dealing.ranks_per_node != own.dealing.ranks_per_node)
    notes.emplace_back(
        "--ranks-per-node changes nothing: no row has --counter node or ghosts, and nodes have no links");
  if (seeds > 0 && profile.empty()) notes.emplace_back("--seeds changes nothing: only a --profile has distributions");
  if (other_stack && profile.empty()) notes.emplace_back("--other-stack changes nothing: there is no --profile");
  if (ghosts != own.ghosts && !has(predict::Progress::ghost))
    notes.emplace_back("--ghosts changes nothing: no row has --progress ghost");
  if ((has_links() || !node_profile.empty()) && ranks.back() <= dealing.ranks_per_node)
    notes.emplace_back("links change nothing: all ranks are on one node of --ranks-per-node");
  add_without_effect(notes, measured);
  return notes;
}

}  // namespace fockproxy
