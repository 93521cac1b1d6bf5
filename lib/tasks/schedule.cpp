#include "tasks/schedule.hpp"

#include <string>
#include <vector>

#include "support/error.hpp"

namespace fockproxy {

namespace {

// For a numerator >= 0. Cannot overflow, unlike numerator + denominator - 1.
constexpr std::int64_t ceil_divide(std::int64_t numerator, std::int64_t denominator) {
  return numerator / denominator + (numerator % denominator != 0);
}

}  // namespace

FactoringSchedule::Batch FactoringSchedule::batch_of(Ticket ticket, std::int64_t tasks) const {
  Batch batch{0, 0, 0};
  for (;;) {
    const std::int64_t half = ceil_divide(tasks - batch.first_position, 2 * std::int64_t{workers_});
    batch.chunk = std::max(least_, half);
    if (half <= least_ || number(ticket) - batch.first_ticket < workers_) return batch;
    // More than 2 positions per worker are left, so the batch fits.
    batch.first_ticket += workers_;
    batch.first_position += workers_ * batch.chunk;
  }
}

std::int64_t FactoringSchedule::tickets(std::int64_t tasks) const {
  const Batch last = batch_of(Ticket{tasks}, tasks);  // no ticket is empty, so ticket `tasks` is past the end
  return last.first_ticket + ceil_divide(tasks - last.first_position, last.chunk);
}

std::optional<PositionRange> FactoringSchedule::range(Ticket ticket, std::int64_t tasks) const {
  const Batch batch = batch_of(ticket, tasks);
  const std::int64_t place = number(ticket) - batch.first_ticket;
  if (place >= ceil_divide(tasks - batch.first_position, batch.chunk)) return std::nullopt;
  const std::int64_t first = batch.first_position + place * batch.chunk;
  return PositionRange{first, first + std::min(batch.chunk, tasks - first)};
}

std::span<const ScheduleEntry> schedule_table() {
  static const std::vector<ScheduleEntry> table = {
      {"fixed", "every ticket stands for --chunk task ids",
       [](std::int64_t chunk, int) { return std::make_shared<FixedSchedule>(chunk); }},
      {"factoring", "chunks shrink with what is left, down to --chunk (Hummel, Schonberg & Flynn 1992)",
       [](std::int64_t chunk, int workers) { return std::make_shared<FactoringSchedule>(chunk, workers); }, true},
      {"static-first", "every rank starts with a chunk of its own, the rest by tickets of --chunk ids",
       [](std::int64_t chunk, int workers) { return std::make_shared<StaticFirstSchedule>(chunk, workers); }},
  };
  return table;
}

const ScheduleEntry& look_up(Type<ScheduleEntry>, std::string_view name) {
  return entry_of(schedule_table(), "schedule", name);
}

}  // namespace fockproxy
