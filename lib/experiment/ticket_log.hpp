// Every ticket that was drawn, by whom and when: what a timed run is verified by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fockproxy {

// One answer of a distributor: the tasks [first, last) and when it was asked for and got. Times are on rank 0's clock.
struct TicketDraw {
  std::int64_t first, last;
  double begin, end;
};

// All draws of one run; draws[r] are rank r's, in the order in which it made them.
using TicketLog = std::vector<std::vector<TicketDraw>>;

// What is wrong with a run that dealt `tasks` ids, "" when nothing is: every id exactly once, from 0, and where
// `ordered` (tickets of one counter) the ids of each rank rising, and none drawn wholly after a larger one by the
// synchronised clocks, whose errors are at most `clock_error` seconds each. Local.
std::string ticket_fault(const TicketLog& draws, std::int64_t tasks, bool ordered, double clock_error);

// The longest run of consecutive draws (in the order of their ids) by one rank; 0 without draws. Local.
std::int64_t longest_run(const TicketLog& draws);

}  // namespace fockproxy
