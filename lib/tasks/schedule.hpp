// Schedules: which run of task ids a ticket drawn from a counter stands for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fockproxy {

// Half-open range [first, last) of task ids.
struct IdRange {
  std::int64_t first;
  std::int64_t last;
};

// Ticket t is the t-th run of `chunk` ids. Pure; thread-safe.
class FixedSchedule {
 public:
  explicit FixedSchedule(std::int64_t chunk) : chunk_(chunk) {}
  std::int64_t chunk() const { return chunk_; }
  std::int64_t tickets(std::int64_t tasks) const { return (tasks + chunk_ - 1) / chunk_; }

  // nothing when the ticket lies past the end.
  std::optional<IdRange> range(std::int64_t ticket, std::int64_t tasks) const {
    if (ticket >= tickets(tasks)) return std::nullopt;  // compared before multiplying: a far ticket cannot overflow
    return IdRange{ticket * chunk_, std::min(tasks, (ticket + 1) * chunk_)};
  }

 private:
  std::int64_t chunk_;
};

}  // namespace fockproxy
