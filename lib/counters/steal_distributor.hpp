// Work stealing: no central counter.
#pragma once

#include "counters/distributor.hpp"
#include "counters/ticket_runs.hpp"

namespace fockproxy {

// Each worker starts with a run of consecutive tickets and takes its tickets as Stealing decides. It ends after a pass
// in which all other workers were empty.
//
// Each ticket is dealt once. A word is the whole state of a run and changes only by compare-and-swap. The swap of a
// delayed thief succeeds only if the word is what it saw. If the word has changed and changed back (ABA), those tickets
// are available, and taking them is right. Between the swap and the publication, a stolen run is in no word. It belongs
// to the thief alone; a rank that ends in this moment cannot share it, but no ticket is lost. Only its owner changes an
// empty word, so publication cannot fail.
//
// Statistics: "steal attempts" (victims looked at), "steal successes", "steal busy" (swaps at a victim that another
// rank won), "own retries" (swaps on its own word that the owner lost to a thief).
class StealDistributor : public Distributor {
 public:
  // Collective. `runs` must be made on `comm`. `seed` and the rank determine the order of victims.
  StealDistributor(const Communicator& comm, std::unique_ptr<TicketRuns> runs, FixedSchedule schedule, bool works,
                   std::uint64_t seed);

  void begin(std::int64_t tasks) override;  // throws UsageError for 2^32 tickets or more
  std::optional<PositionRange> next() override;
  void finish() override { finished_ = true; }
  bool works() const override { return workers_.works(); }
  std::vector<Statistic> statistics() const override;

 private:
  TicketRun make(const Stealing::Swap& swap);

  const Communicator& comm_;
  std::unique_ptr<TicketRuns> runs_;
  FixedSchedule schedule_;
  Workers workers_;
  Stealing stealing_;
  std::int64_t tasks_ = 0;
  bool finished_ = true;
};

}  // namespace fockproxy
