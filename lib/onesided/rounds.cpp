#include "onesided/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "parallel/agreement.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy::onesided {
namespace {

// Limit for the share of clock readings in the measured time.
constexpr double clock_share = 0.02;
// A target stops computing and stays inside MPI after this many periods per transfer.
constexpr double periods_per_transfer = 3;

// The index, among the ranks that take part, of the only target of a pair; 0 for other patterns.
int target_in(const Communicator& active, const TrafficPattern& traffic) {
  return traffic.is_pair() && active.size() > 1 && traffic.origin < traffic.target ? 1 : 0;
}

}  // namespace

Rounds::Rounds(const Bench& bench, const TransferCase& the_case, Mover& mover, const Communicator& active, int slots)
    : bench_(bench),
      case_(the_case),
      mover_(mover),
      active_(active),
      shape_{the_case, slots},
      field_(shape_, bench.session.world().rank()),
      pieces_(mover, in_effect(the_case.method, the_case.footprint), the_case.completion, the_case.footprint),
      target_(active, target_in(active, the_case.traffic), active.size() - 1, bench.work, bench.progress),
      origin_(the_case.traffic.is_origin(bench.session.world().rank())),
      group_(slots) {
  for (int slot = 0; origin_ && slot < slots; ++slot) transfers_.push_back(field_.transfer(slot));
}

std::string Rounds::run(int round) {
  field_.fill(mover_, round);
  active_.barrier();
  std::string fault;
  const bool busy = case_.period > 0;
  if (origin_) fault = act(round);
  if (busy && origin_) target_.release();
  if (busy && !origin_)
    target_.compute_until_released(case_.period, now() + periods_per_transfer * shape_.slots * case_.period);
  if (case_.completion == Completion::flush_local) mover_.finish();
  active_.barrier();
  if (const std::string seen = field_.segment_fault(mover_, round); fault.empty()) fault = seen;
  return first_message(active_, fault);
}

// The transfers of an origin. An error of MPI in the middle of a row is a fault of the row; the other ranks must not
// wait forever.
std::string Rounds::act(int round) {
  try {
    for (int pass = 0; pass < shape_.passes(); ++pass) {
      if (pass > 0) begin_pass(round, pass);
      move_all(pass == shape_.passes() - 1);
      if (const std::string fault = field_.fetched_fault(round, pass); !fault.empty()) return fault;
    }
  } catch (const ComputationError& error) {
    return error.what();
  }
  return "";
}

// Two puts to the same words have no order until the first is complete at the target (MPI-4.0 section 12.7).
void Rounds::begin_pass(int round, int pass) {
  if (case_.completion == Completion::flush_local) mover_.finish();
  field_.fill_buffers(round, pass);
}

void Rounds::move_all(bool timed) {
  for (int slot = 0; slot < shape_.slots;) {
    const int end = std::min(slot + group_, shape_.slots);
    if (timed && case_.period > 0) pause();
    const double begin = now();
    move(slot, end);
    const double seconds = now() - begin;
    if (timed) samples_.push_back(seconds / (end - slot)), busy_seconds_ += seconds;
    slot = end;
  }
}

void Rounds::move(int first, int end) {
  if (case_.own_work > 0)
    for (int slot = first; slot < end; ++slot) move_beside_work(slot);
  else if (case_.in_flight > 1)
    for (int slot = first; slot < end; slot += case_.in_flight)
      move_together(slot, std::min(slot + case_.in_flight, end));
  else
    for (int slot = first; slot < end; ++slot) pieces_.perform(transfers_[slot]);
}

void Rounds::move_together(int first, int end) {
  const bool epoch = case_.completion == Completion::epoch;
  if (epoch) mover_.open_epoch(transfers_[first].target);
  for (int slot = first; slot < end; ++slot) pieces_.issue(transfers_[slot]);
  mover_.complete(transfers_[first].target);
  // Only the pattern with two targets has transfers to another one.
  for (int slot = first + 1; slot < std::min(first + 2, end); ++slot)
    if (transfers_[slot].target != transfers_[first].target) mover_.complete(transfers_[slot].target);
}

void Rounds::move_beside_work(int slot) {
  if (case_.completion == Completion::epoch) mover_.open_epoch(transfers_[slot].target);
  pieces_.issue(transfers_[slot]);
  bench_.work.run(case_.own_work, bench_.progress);
  mover_.complete(transfers_[slot].target);
}

// Pauses up to a period, so that transfers meet the target at any time of its computation.
void Rounds::pause() const {
  const double seconds = case_.period * unit_interval(hash_append(2012, ++draws_));
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

void Rounds::choose_group() {
  if (!origin_) return;
  int group = 1;
  if (case_.period == 0 && case_.own_work == 0 && !samples_.empty()) {
    const double least = bench_.clock.reading / clock_share;
    group = static_cast<int>(std::ceil(least / std::max(median_interval(samples_).median, 1e-12)));
  }
  const int whole = (group + case_.in_flight - 1) / case_.in_flight * case_.in_flight;
  group_ = std::clamp(whole, std::min(case_.in_flight, shape_.slots), shape_.slots);
}

}  // namespace fockproxy::onesided
