#include "app/shared/dealing_report.hpp"

#include <fmt/format.h>

#include "counters/counter.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

std::string describe_dealing(const FockConfig& fock) {
  std::string text = fock.counter;
  if (fock.counter == "static") text += fmt::format(", {}", to_string(fock.static_assignment));
  const DistributorEntry* distributor = find_distributor(fock.counter);
  if (distributor && distributor->draws_from_counter) {
    text += fmt::format(" refilled from {}, {} at once", fock.node_counter, fock.node_chunk);
    if (fock.ranks_per_node > 0) text += fmt::format(", pretend nodes of {}", fock.ranks_per_node);
  }
  if (const std::string drawn_from = fock.shared_counter(); !drawn_from.empty())
    if (find_counter(drawn_from).has_windows) text += fmt::format(", window {}", to_string(fock.matrix_options.window));
  text += fmt::format(", {}{} task{} a ticket", fock.schedule == "factoring" ? "at least " : "", fock.chunk,
                      fock.chunk == 1 ? "" : "s");
  if (fock.schedule != "fixed") text += fmt::format(" (schedule {})", fock.schedule);
  if (fock.prefetch) text += ", drawn ahead";
  if (fock.prefetch_blocks) text += ", blocks of the next task fetched ahead";
  if (fock.order != "natural") text += fmt::format("; order {}", fock.order);
  if (const int idle = fock.effective_idle_ranks(); idle > 0)
    text += fmt::format("; {} idle rank{}", idle, idle == 1 ? "" : "s");
  return text;
}

void add_dealing_json(Json& config, const FockConfig& fock) {
  config["counter"] = fock.counter;
  config["schedule"] = fock.schedule;
  config["chunk"] = fock.chunk;
  config["static_assignment"] = to_string(fock.static_assignment);
  config["node_counter"] = fock.node_counter;
  config["node_chunk"] = fock.node_chunk;
  config["ranks_per_node"] = fock.ranks_per_node;
  config["prefetch"] = fock.prefetch;
  config["prefetch_blocks"] = fock.prefetch_blocks;
  config["order"] = fock.order;
  config["order_seed"] = fock.order_seed;
  config["idle_ranks"] = fock.effective_idle_ranks();
}

Json statistics_json(const NamedCounts& statistics) {
  Json json = Json::object();
  for (int i = 0; i < statistics.size(); ++i) json[std::string(statistics.name(i))] = statistics.value(i);
  return json;
}

std::string describe_statistics(const NamedCounts& statistics) {
  std::string text;
  for (int i = 0; i < statistics.size(); ++i)
    text += fmt::format("{}{} {}", i > 0 ? ", " : "", statistics.name(i), format_count(statistics.value(i)));
  return text;
}

}  // namespace fockproxy
