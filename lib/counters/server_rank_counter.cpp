// Counter "server-rank": NXTVAL as in TCGMSG (Harrison, Int. J. Quantum Chem. 40, 847, 1991). Rank 0 holds the value,
// answers requests and does no tasks.
#include <utility>

#include "counters/counter.hpp"
#include "counters/served_draws.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

class ServerRankCounter : public Counter {
 public:
  explicit ServerRankCounter(const CounterContext& context)
      : comm_(context.runtime.world().handle()), heartbeat_(context.heartbeat), requests_(comm_), service_(comm_) {}

  std::int64_t fetch_add(std::int64_t n) override {
    require_draws();
    return requests_.fetch_add(n);
  }

  bool can_start() const override { return draws(); }
  void start_fetch_add(std::int64_t n) override {
    require_draws();
    requests_.start_fetch_add(n);
  }
  std::int64_t finish_fetch_add() override { return requests_.finish_fetch_add(); }
  bool had_arrived() const override { return requests_.had_arrived(); }

  void finish() override {
    if (draws()) {
      requests_.leave();
      return;
    }
    service_.begin();
    while (!service_.all_have_left()) {
      while (must_serve_others() && !service_.request_is_here()) serve_others();
      service_.serve_one([this](std::int64_t n) { return std::exchange(value_, value_ + n); });
      if (heartbeat_) heartbeat_();
    }
  }

  void reset(std::int64_t start) override {
    comm_.barrier();
    value_ = start;
    comm_.barrier();
  }

  bool draws() const override { return !comm_.is_root(); }
  Traffic traffic() const override { return requests_.traffic(); }

 private:
  void require_draws() const {
    if (!draws()) throw UsageError("rank 0 serves the counter server-rank, and cannot draw from it");
  }

  Communicator comm_;
  std::function<void()> heartbeat_;
  DrawRequests requests_;
  DrawService service_;
  std::int64_t value_ = 0;  // on rank 0
};

}  // namespace

std::unique_ptr<Counter> make_server_rank_counter(const CounterContext& context) {
  if (context.runtime.world().size() < 2)
    throw AgreedUsageError("counter server-rank needs at least 2 ranks: rank 0 serves and does no work");
  return std::make_unique<ServerRankCounter>(context);
}

}  // namespace fockproxy
