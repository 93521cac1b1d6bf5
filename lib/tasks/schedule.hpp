// Schedules map a ticket from a counter to a run of positions in the order of the tasks.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "support/choice.hpp"
#include "tasks/numbers.hpp"

namespace fockproxy {

// The tickets 0 .. tickets(tasks)-1, and the shares of the workers if the schedule gives any, contain each position in
// [0, tasks) exactly once. A schedule has no state that a draw changes, so it works with each counter and gives the
// same result on each rank. Thread-safe.
class Schedule {
 public:
  virtual ~Schedule() = default;

  virtual std::int64_t tickets(std::int64_t tasks) const = 0;
  // Nothing if the ticket is past the end, however far.
  virtual std::optional<PositionRange> range(Ticket ticket, std::int64_t tasks) const = 0;
  // The positions with which worker `worker` starts without a draw. Most schedules give none.
  virtual std::optional<PositionRange> share(int /*worker*/, std::int64_t /*tasks*/) const { return std::nullopt; }
};

// Ticket t is the t-th run of `chunk` positions.
class FixedSchedule : public Schedule {
 public:
  explicit FixedSchedule(std::int64_t chunk) : chunk_(chunk) { assert(chunk >= 1); }
  std::int64_t chunk() const { return chunk_; }
  std::int64_t tickets(std::int64_t tasks) const override { return tasks / chunk_ + (tasks % chunk_ != 0); }

  std::optional<PositionRange> range(Ticket ticket, std::int64_t tasks) const override {
    assert(number(ticket) >= 0);
    // Compared before multiplying: a far ticket cannot overflow.
    if (number(ticket) >= tickets(tasks)) return std::nullopt;
    const std::int64_t first = number(ticket) * chunk_;
    return PositionRange{first, first + std::min(chunk_, tasks - first)};
  }

 private:
  std::int64_t chunk_;
};

// Shrinking chunks (Hummel, Schonberg & Flynn, Commun. ACM 35(8), 90 (1992), with their x = 2). A batch has as many
// tickets as there are workers. It divides half of the remaining positions into equal chunks of ceil(left / (2
// workers)), never smaller than `least`.
class FactoringSchedule : public Schedule {
 public:
  FactoringSchedule(std::int64_t least, int workers) : least_(least), workers_(workers) {
    assert(least >= 1 && workers >= 1);
  }
  std::int64_t tickets(std::int64_t tasks) const override;
  std::optional<PositionRange> range(Ticket ticket, std::int64_t tasks) const override;

 private:
  struct Batch {
    std::int64_t first_ticket, first_position, chunk;
  };
  // The batch of a ticket. The last batch continues with chunks of `least_` to the end. O(log tasks).
  Batch batch_of(Ticket ticket, std::int64_t tasks) const;

  std::int64_t least_;
  int workers_;
};

// The first round of a fixed schedule needs no tickets: worker w starts with chunk w, and ticket 0 is the chunk after
// those. This avoids simultaneous draws of all workers at the start.
class StaticFirstSchedule : public Schedule {
 public:
  StaticFirstSchedule(std::int64_t chunk, int workers) : fixed_(chunk), workers_(workers) {}
  std::int64_t tickets(std::int64_t tasks) const override {
    return std::max<std::int64_t>(0, fixed_.tickets(tasks) - workers_);
  }
  std::optional<PositionRange> range(Ticket ticket, std::int64_t tasks) const override {
    if (number(ticket) >= tickets(tasks)) return std::nullopt;
    return fixed_.range(Ticket{workers_ + number(ticket)}, tasks);
  }
  std::optional<PositionRange> share(int worker, std::int64_t tasks) const override {
    return fixed_.range(Ticket{worker}, tasks);
  }

 private:
  FixedSchedule fixed_;
  int workers_;
};

// One line of the table of names.
struct ScheduleEntry {
  std::string_view name;
  std::string_view summary;
  // chunk >= 1: the number of positions per ticket, or its minimum; workers >= 1: the number of ranks that draw.
  std::function<std::shared_ptr<const Schedule>(std::int64_t chunk, int workers)> make;
  bool shrinks = false;  // a ticket may have more than `chunk` positions
};

std::span<const ScheduleEntry> schedule_table();
const ScheduleEntry& look_up(Type<ScheduleEntry>, std::string_view name);  // throws UsageError listing the known names

}  // namespace fockproxy
