#include "experiment/ticket_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fockproxy {
namespace {

struct OwnedDraw : TicketDraw {
  int rank;
};

std::vector<OwnedDraw> by_id(const TicketLog& draws) {
  std::vector<OwnedDraw> all;
  for (std::size_t rank = 0; rank < draws.size(); ++rank)
    for (const TicketDraw& draw : draws[rank]) all.push_back({draw, static_cast<int>(rank)});
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return all;
}

std::string not_once(const std::vector<OwnedDraw>& sorted, std::int64_t tasks) {
  std::int64_t next = 0;
  for (const OwnedDraw& draw : sorted) {
    if (draw.first < next) return fmt::format("task {} was dealt again, to rank {}", draw.first, draw.rank);
    if (draw.first > next) return fmt::format("task {} was never dealt", next);
    if (draw.last <= draw.first || draw.last > tasks)
      return fmt::format("rank {} got tasks [{}, {}) of {}", draw.rank, draw.first, draw.last, tasks);
    next = draw.last;
  }
  return next == tasks ? "" : fmt::format("task {} was never dealt", next);
}

std::string not_rising(const TicketLog& draws) {
  for (std::size_t rank = 0; rank < draws.size(); ++rank)
    for (std::size_t i = 1; i < draws[rank].size(); ++i)
      if (draws[rank][i].first <= draws[rank][i - 1].first)
        return fmt::format("rank {} drew {} after {}", rank, draws[rank][i].first, draws[rank][i - 1].first);
  return "";
}

// Goes from the largest id down: no id may have been drawn wholly after a larger one.
std::string out_of_time(const std::vector<OwnedDraw>& sorted, double clock_error) {
  double earliest_end_of_larger = std::numeric_limits<double>::infinity();
  for (auto draw = sorted.rbegin(); draw != sorted.rend(); ++draw) {
    if (draw->begin > earliest_end_of_larger + 2 * clock_error)
      return fmt::format("rank {} drew {} wholly after a larger one had been drawn", draw->rank, draw->first);
    earliest_end_of_larger = std::min(earliest_end_of_larger, draw->end);
  }
  return "";
}

}  // namespace

std::string ticket_fault(const TicketLog& draws, std::int64_t tasks, bool ordered, double clock_error) {
  const std::vector<OwnedDraw> sorted = by_id(draws);
  if (const std::string fault = not_once(sorted, tasks); !fault.empty()) return fault;
  if (!ordered) return "";
  if (const std::string fault = not_rising(draws); !fault.empty()) return fault;
  return out_of_time(sorted, clock_error);
}

std::int64_t longest_run(const TicketLog& draws) {
  std::int64_t longest = 0, run = 0;
  int rank = -1;
  for (const OwnedDraw& draw : by_id(draws)) {
    run = draw.rank == rank ? run + 1 : 1;
    rank = draw.rank;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace fockproxy
