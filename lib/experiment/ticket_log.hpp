// A log of all draws, with rank and times. It serves to verify a timed run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fockproxy {

// One answer of a distributor: the tasks [first, last), and the times of the request and the answer, on rank 0's clock.
struct TicketDraw {
  std::int64_t first, last;
  double begin, end;
};

// All draws of one run; draws[r] has those of rank r, in their order.
using TicketLog = std::vector<std::vector<TicketDraw>>;

// The fault of a run that dealt `tasks` ids; "" if there is none. Each id must occur exactly once, from 0 on. If
// `ordered` (tickets of one counter), the ids of each rank must rise. No id may then be drawn wholly after a larger one
// by the synchronised clocks, whose errors are at most `clock_error` seconds each. Local.
std::string ticket_fault(const TicketLog& draws, std::int64_t tasks, bool ordered, double clock_error);

// The longest run of consecutive draws (in the order of their ids) by one rank; 0 without draws. Local.
std::int64_t longest_run(const TicketLog& draws);

}  // namespace fockproxy
