// The dealing of tasks in the model: the schedules, assignments and thefts of the program, and their communication.
#pragma once

#include <memory>
#include <span>

#include "counters/distributor.hpp"
#include "tasks/schedule.hpp"

namespace fockproxy::predict {

// The next step of a rank towards its next range of positions.
struct DealingStep {
  enum class Kind {
    range,    // the rank has the range
    operate,  // an operation at `target`; then next() is called again
    wait,     // inside MPI, until a step of another rank wakes it; then next() is called again
    end,      // there is no range; next() is not called again
  };
  Kind kind = Kind::end;
  PositionRange range{0, 0};
  int target = 0;
  std::span<const int> wakes = {};  // ranks that wait and now continue; valid until the next call
};

// One dealing of the positions [0, tasks) to the ranks of a machine. Local; not thread-safe.
class Dealing {
 public:
  virtual ~Dealing() = default;

  virtual DealingStep next(int rank) = 0;
  // The operation of this rank takes effect at its target.
  virtual void take_effect(int rank) = 0;
};

// Deals like fockproxy fock --counter NAME. Nodes are runs of options.ranks_per_node ranks, which must be 1 or more.
// Throws UsageError with the reason if the program refuses these options, or if the model would take too long.
std::unique_ptr<Dealing> make_dealing(const Dealer& dealer, int ranks, std::int64_t tasks,
                                      const DistributorOptions& options);

// The dealers of make_dealing(), by the names of dealer_table().
std::span<const Dealer> predicted_dealers();

// The counter or distributor whose operations a dealer makes, with its name in fockproxy profile; empty: it makes none.
std::string_view drawn_from(const Dealer& dealer);
// Whether a draw keeps out all others, and the bytes that it reads.
bool draws_exclusively(const Dealer& dealer);
double bytes_of_draw(const Dealer& dealer, int ranks);

}  // namespace fockproxy::predict
