// Counter "shmem": shmem_atomic_fetch_add of OpenSHMEM, which returns with the value (OpenSHMEM 1.5 section 9.7.1).
#include <shmem.h>

#include "counters/counter.hpp"
#include "parallel/symmetric_words.hpp"

namespace fockproxy {
namespace {

class ShmemCounter : public Counter {
 public:
  explicit ShmemCounter(const CounterContext& context)
      : comm_(context.runtime.world()), value_(context.runtime, 1, "counter shmem") {}

  std::int64_t fetch_add(std::int64_t n) override {
    traffic_.count(1, 2 * sizeof n);
    return shmem_long_atomic_fetch_add(value_.at(0), n, home);
  }

  // The value is set by an atomic, because draws are atomics (section 3.2). shmem_quiet waits until it is in place
  // (section 9.11.2).
  void reset(std::int64_t start) override {
    comm_.barrier();
    if (comm_.rank() == home) {
      shmem_long_atomic_set(value_.at(0), start, home);
      shmem_quiet();
    }
    comm_.barrier();
  }

  int home_rank() const override { return home; }
  Traffic traffic() const override { return traffic_; }

 private:
  static constexpr int home = 0;  // PEs are numbered as ranks: Runtime requires it

  const Communicator& comm_;
  SymmetricWords value_;
  Traffic traffic_;
};

}  // namespace

std::unique_ptr<Counter> make_shmem_counter(const CounterContext& context) {
  return std::make_unique<ShmemCounter>(context);
}

}  // namespace fockproxy
