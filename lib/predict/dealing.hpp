// How tasks are dealt out, in the model: the program's own schedules, assignments and thefts, and what they
// communicate.
#pragma once

#include <memory>
#include <span>

#include "counters/distributor.hpp"
#include "tasks/schedule.hpp"

namespace fockproxy::predict {

// What a rank does for its next range of positions.
struct DealingStep {
  enum class Kind {
    range,    // it has it
    operate,  // an operation at `target`; then it is asked again
    wait,     // inside MPI, until a step of another rank wakes it; then it is asked again
    end,      // there is none: it is not asked again
  };
  Kind kind = Kind::end;
  PositionRange range{0, 0};
  int target = 0;
  std::span<const int> wakes = {};  // ranks that wait, and go on now; valid until the next call
};

// One dealing of the positions [0, tasks) to the ranks of a machine. Local; not thread-safe.
class Dealing {
 public:
  virtual ~Dealing() = default;

  virtual DealingStep next(int rank) = 0;
  // The operation of this rank takes effect at its target.
  virtual void take_effect(int rank) = 0;
};

// As fockproxy fock --counter NAME deals. Nodes are runs of options.ranks_per_node ranks, which must be 1 or more.
// Throws UsageError with the reason where the program refuses these options, and where the model would take too long.
std::unique_ptr<Dealing> make_dealing(const Dealer& dealer, int ranks, std::int64_t tasks,
                                      const DistributorOptions& options);

// The dealers of make_dealing(), by the names of dealer_table().
std::span<const Dealer> predicted_dealers();

// The counter or distributor whose operations a dealer makes, as fockproxy profile names it; empty: it makes none.
std::string_view drawn_from(const Dealer& dealer);
// Whether one of them keeps others out, and the bytes that it reads.
bool draws_exclusively(const Dealer& dealer);
double bytes_of_draw(const Dealer& dealer, int ranks);

}  // namespace fockproxy::predict
