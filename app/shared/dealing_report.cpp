#include "app/shared/dealing_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "counters/counter.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {

std::string describe_dealing(const FockConfig& fock) {
  const DistributorOptions dealing = fock.effective_dealing();
  std::string text = fock.counter.name();
  if (fock.counter.is("static")) text += fmt::format(", {}", to_string(dealing.assignment));
  const DistributorEntry* distributor = fock.counter->distributor;
  if (distributor && distributor->draws_from_counter) {
    text += fmt::format(" refilled from {}, {} at once", dealing.node_counter->name, dealing.node_chunk);
    if (dealing.ranks_per_node > 0) text += fmt::format(", pretend nodes of {}", dealing.ranks_per_node);
  }
  if (const CounterEntry* counter = shared_counter(fock.counter, dealing.node_counter); counter && counter->has_windows)
    text += fmt::format(", window {}", describe(fock.blocks.matrices.window));
  text += fmt::format(", {}{} task{} a ticket", dealing.schedule->shrinks ? "at least " : "", dealing.chunk,
                      dealing.chunk == 1 ? "" : "s");
  if (!dealing.schedule.is("fixed")) text += fmt::format(" (schedule {})", dealing.schedule->name);
  if (dealing.prefetch) text += ", drawn ahead";
  if (fock.blocks.prefetch_blocks) text += ", blocks of the next task fetched ahead";
  if (!fock.order.order.is("natural")) text += fmt::format("; order {}", fock.order.order->name);
  if (const int idle = dealing.idle_ranks; idle > 0)
    text += fmt::format("; {} idle rank{}", idle, idle == 1 ? "" : "s");
  if (dealing.ghosts)
    text += fmt::format("; {} ghost{} on every node", ghosts_per_node(), ghosts_per_node() == 1 ? "" : "s");
  return text;
}

std::string describe_in_flight(const FockConfig& fock) {
  const BlockOptions blocks = fock.effective_blocks();
  const DistributorOptions& dealing = fock.dealing;
  const std::int64_t asked = blocks.in_flight, possible = blocks.most_in_flight();
  const std::int64_t most = dealing.schedule->shrinks ? possible : std::min(possible, dealing.chunk);
  if (asked == 1) return "";
  if (most == asked) return fmt::format("up to {} tasks of a ticket, those with the same I and J", most);
  std::string why = fmt::format("a ticket has {} (--chunk)", dealing.chunk);
  const std::string_view one = blocks.cache->no_several;
  if (blocks.prefetch_blocks) why = "--prefetch-blocks fetches for one task at a time";
  else if (!one.empty()) why = fmt::format("--cache {}: {}", blocks.cache->name, one);
  return fmt::format("at most {}, not {}: {}", plural(most, "task"), asked, why);
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
