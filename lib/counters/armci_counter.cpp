// Counter "armci": ARMCI_Rmw, fetch-and-add, on an allocation of ARMCI's own.
#include <fmt/format.h>
#include <mpi.h>

extern "C" {
#include <armci.h>  // has no extern "C" of its own
}

#include <climits>
#include <vector>

#include "counters/counter.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

static_assert(sizeof(long) == sizeof(std::int64_t), "ARMCI_FETCH_AND_ADD_LONG counts in long");

class ArmciCounter : public Counter {
 public:
  explicit ArmciCounter(const CounterContext& context)
      : comm_(context.runtime.world()), allocation_(comm_.size(), nullptr) {
    if (!context.runtime.has_global_arrays())
      throw AgreedUsageError(
          "counter armci needs ARMCI, which starts with Global Arrays (RuntimeOptions::global_arrays)");
    if (ARMCI_Malloc(allocation_.data(), comm_.rank() == home ? sizeof(long) : 0) != 0)
      throw ComputationError("ARMCI_Malloc failed for the counter");
    reset(0);
  }
  ~ArmciCounter() override {
    ARMCI_Barrier();
    ARMCI_Free(allocation_[comm_.rank()]);
  }
  ArmciCounter(const ArmciCounter&) = delete;
  ArmciCounter& operator=(const ArmciCounter&) = delete;

  std::int64_t fetch_add(std::int64_t n) override {
    // The increment of ARMCI_Rmw is an int.
    if (n > INT_MAX)
      throw UsageError(
          fmt::format("counter armci adds at most {} at once, not {}: ARMCI_Rmw takes the "
                      "increment as an int; choose a smaller chunk or another counter",
                      INT_MAX, n));
    long before = 0;
    traffic_.count(1, 2 * sizeof(long));
    check(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, allocation_[home], static_cast<int>(n), home), "ARMCI_Rmw");
    return before;
  }

  void reset(std::int64_t start) override {
    ARMCI_Barrier();
    if (comm_.rank() == home) {
      long value = static_cast<long>(start);
      check(ARMCI_Put(&value, allocation_[home], sizeof value, home), "ARMCI_Put");
    }
    ARMCI_Barrier();
  }

  int home_rank() const override { return home; }
  Traffic traffic() const override { return traffic_; }

 private:
  static constexpr int home = 0;

  static void check(int code, const char* call) {
    if (code != 0) throw ComputationError(fmt::format("{} failed with code {}", call, code));
  }

  const Communicator& comm_;
  std::vector<void*> allocation_;  // by rank; only `home` has memory
  Traffic traffic_;
};

}  // namespace

std::unique_ptr<Counter> make_armci_counter(const CounterContext& context) {
  return std::make_unique<ArmciCounter>(context);
}

}  // namespace fockproxy
