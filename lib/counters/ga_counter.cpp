// Counter "ga": NGA_Read_inc on a Global Array of one element.
#include <fmt/format.h>
#include <ga.h>
#include <macdecls.h>

#include <climits>

#include "counters/counter.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

static_assert(sizeof(long) == sizeof(std::int64_t), "NGA_Read_inc counts in long");

class GlobalArraysCounter : public Counter {
 public:
  explicit GlobalArraysCounter(const CounterContext& context) : comm_(context.runtime.world()) {
    if (!context.runtime.has_global_arrays())
      throw AgreedUsageError("counter ga needs Global Arrays to be started (RuntimeOptions::global_arrays)");
    int dims[] = {1};
    char name[] = "counter";
    handle_ = NGA_Create(C_LONG, 1, dims, name, nullptr);
    if (!handle_) throw AgreedComputationError("NGA_Create failed for the counter");
    home_ = NGA_Locate(handle_, element_);
    reset(0);
  }
  ~GlobalArraysCounter() override { GA_Destroy(handle_); }
  GlobalArraysCounter(const GlobalArraysCounter&) = delete;
  GlobalArraysCounter& operator=(const GlobalArraysCounter&) = delete;

  std::int64_t fetch_add(std::int64_t n) override {
    // The increment of ARMCI_Rmw is an int: Read_inc(2^32 + 5) would add 5.
    if (n > INT_MAX)
      throw UsageError(
          fmt::format("counter ga adds at most {} at once, not {}: Global Arrays passes the "
                      "increment as an int; choose a smaller chunk or another counter",
                      INT_MAX, n));
    traffic_.count(1, 2 * sizeof(std::int64_t));
    return NGA_Read_inc(handle_, element_, static_cast<long>(n));
  }

  void reset(std::int64_t start) override {
    GA_Sync();
    if (comm_.rank() == home_) {
      long value = static_cast<long>(start);
      int ld[] = {1};
      NGA_Put(handle_, element_, element_, &value, ld);
    }
    GA_Sync();
  }

  int home_rank() const override { return home_; }
  Traffic traffic() const override { return traffic_; }

 private:
  const Communicator& comm_;
  int handle_ = 0;
  int home_ = 0;
  Traffic traffic_;
  int element_[1] = {0};
};

}  // namespace

std::unique_ptr<Counter> make_ga_counter(const CounterContext& context) {
  return std::make_unique<GlobalArraysCounter>(context);
}

}  // namespace fockproxy
