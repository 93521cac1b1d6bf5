// Work stealing: no central counter.
#pragma once

#include "counters/distributor.hpp"
#include "counters/ticket_runs.hpp"

namespace fockproxy {

// Every worker starts with a run of consecutive tickets and takes them from its head. One that is dry looks at the
// other workers in a random order, takes the last half of the first run that it finds (of n tickets, n/2 rounded up),
// works on the first of those and publishes the others as its own run. It ends after a pass in which every other
// worker was empty.
//
// Why each ticket is dealt once: a word is the whole state of a run, and changes only by compare-and-swap. A thief that
// was delayed between its look and its swap can succeed only if the word is what it saw; should it have changed and
// changed back (ABA), then those tickets are there to be taken, and taking them is right. A stolen run is in nobody's
// word between the swap and the publication: it belongs to the thief alone, and a rank that ends in that moment ends
// too early to share it, but loses nothing. Only its owner ever changes an empty word, so publishing cannot fail.
//
// Statistics: "steal attempts" (victims looked at), "steal successes", "steal busy" (swaps lost to somebody else at the
// victim), "own retries" (swaps on its own word that the owner lost to a thief).
class StealDistributor : public Distributor {
 public:
  // Collective. `runs` is of `comm`; seed: of the order of victims, with the rank.
  StealDistributor(const Communicator& comm, std::unique_ptr<TicketRuns> runs, FixedSchedule schedule, bool works,
                   std::uint64_t seed);

  void begin(std::int64_t tasks) override;  // throws UsageError for 2^32 tickets and more
  std::optional<PositionRange> next() override;
  void finish() override { finished_ = true; }
  bool works() const override { return workers_.works(); }
  std::vector<Statistic> statistics() const override;

 private:
  std::optional<Ticket> take_own();
  std::optional<Ticket> steal();
  std::optional<Ticket> steal_from(int victim);
  void shuffle_victims();
  TicketRun swap(int rank, TicketRun expected, TicketRun desired);

  const Communicator& comm_;
  std::unique_ptr<TicketRuns> runs_;
  FixedSchedule schedule_;
  Workers workers_;
  std::vector<int> victims_;
  std::uint64_t random_;
  TicketRun own_;  // as last seen
  std::int64_t tasks_ = 0;
  bool finished_ = true;
  std::int64_t attempts_ = 0, successes_ = 0, busy_ = 0, own_retries_ = 0;
};

}  // namespace fockproxy
