#include "experiment/busy_work.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "experiment/quiet_barrier.hpp"
#include "record/operations.hpp"

namespace fockproxy {
namespace {

constexpr double slice_seconds = 20e-6;

// A chain of dependent multiplications and additions. Its speed depends only on the clock rate of the core. It reads
// and stores a volatile, so the compiler can neither remove it nor move it past a reading of the clock.
void iterate(std::int64_t n) {
  volatile double place = 1.0;
  double x = place;
  for (std::int64_t i = 0; i < n; ++i) x = x * 0.999999 + 1e-6;
  place = x;
}

// The fastest of many samples, because disturbances only make samples slower. A sample takes about half a millisecond.
// So on a shared core, some samples fit between two time slices of other processes.
double measure_rate() {
  constexpr std::int64_t sample = 200'000;
  constexpr int samples = 90;
  iterate(10 * sample);  // lets the clock rate of the core rise
  double best = 0;
  for (int i = 0; i < samples; ++i) {
    const double start = now();
    iterate(sample);
    best = std::max(best, static_cast<double>(sample) / (now() - start));
  }
  return best;
}

void sleep_for(double seconds) {
  timespec left{static_cast<std::time_t>(seconds), static_cast<long>(1e9 * (seconds - std::floor(seconds)))};
  while (nanosleep(&left, &left) != 0) {
  }
}

}  // namespace

SyntheticWork::SyntheticWork(const Communicator& comm, WorkKind kind, const DeviceOptions& device)
    : comm_(comm), kind_(kind), wait_(device.wait->wait) {
  if (kind == WorkKind::device) device_ = make_device(comm, device);
  if (kind != WorkKind::busy) return;
  for (int turn = 0; turn < comm.size(); ++turn) {
    if (turn == comm.rank()) iterations_per_second_ = measure_rate();
    quiet_barrier(comm);
  }
}

void SyntheticWork::run(double seconds, ProgressStrategy& progress) const {
  if (kind_ == WorkKind::sleep) {
    sleep_for(seconds);
    return;
  }
  if (kind_ == WorkKind::device) {
    device_->begin(seconds);
    wait_for(*device_, wait_, progress, comm_);
    return;
  }
  progress.resume(now());
  const auto slice = static_cast<std::int64_t>(slice_seconds * iterations_per_second_);
  for (auto left = static_cast<std::int64_t>(seconds * iterations_per_second_); left > 0; left -= slice) {
    const std::int64_t iterations = std::min(left, slice);
    iterate(iterations);
    progress.computed(iterations);
  }
  progress.pause(now());
}

}  // namespace fockproxy
