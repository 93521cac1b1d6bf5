// The rounds of one row on one rank.
#pragma once

#include <string>
#include <vector>

#include "experiment/busy_target.hpp"
#include "onesided/field.hpp"
#include "onesided/transfer_case.hpp"

namespace fockproxy::onesided {

// A round has three steps: every rank fills its words; the origins transfer them, and only this step is timed; every
// rank checks every word. All members are local unless marked collective (over `active`, the ranks that take part).
class Rounds {
 public:
  Rounds(const Bench& bench, const TransferCase& the_case, Mover& mover, const Communicator& active, int slots);

  // Collective. Returns "" or the fault on the lowest rank that found one.
  std::string run(int round);
  // Call it between two rounds. Chooses the number of transfers between two readings of the clock from the times of the
  // last round.
  void choose_group();
  void forget_samples() { samples_.clear(), busy_seconds_ = 0; }

  const std::vector<double>& samples() const { return samples_; }  // seconds per transfer; on an origin
  double busy_seconds() const { return busy_seconds_; }            // the sum over transfers
  int group() const { return group_; }

 private:
  std::string act(int round);
  void begin_pass(int round, int pass);
  void move_all(bool timed);
  void move(int first, int end);
  void move_together(int first, int end);
  void move_beside_work(int slot);
  void pause() const;

  const Bench& bench_;
  const TransferCase& case_;
  Mover& mover_;
  const Communicator& active_;
  RoundShape shape_;
  Field field_;
  Pieces pieces_;
  BusyTarget target_;
  bool origin_;
  int group_;
  std::vector<Transfer> transfers_;  // by slot
  std::vector<double> samples_;
  double busy_seconds_ = 0;
  mutable std::uint64_t draws_ = 0;
};

}  // namespace fockproxy::onesided
