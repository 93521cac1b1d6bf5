#include "contracts/delays.hpp"

#include <sstream>

#include "counters/forwarding_counter.hpp"
#include "matrices/forwarding_matrix.hpp"
#include "support/clock.hpp"
#include "support/duration.hpp"

namespace fockproxy::contracts {
namespace {

void spin(double seconds) {
  for (const double start = now(); now() - start < seconds;) {
  }
}

class DelayedCounter : public ForwardingCounter {
 public:
  DelayedCounter(std::unique_ptr<Counter> counter, double seconds)
      : ForwardingCounter(std::move(counter)), seconds_(seconds) {}

  std::int64_t fetch_add(std::int64_t n) override {
    spin(seconds_);
    return ForwardingCounter::fetch_add(n);
  }
  void start_fetch_add(std::int64_t n) override {
    spin(seconds_);
    ForwardingCounter::start_fetch_add(n);
  }

 private:
  double seconds_;
};

class DelayedMatrix : public ForwardingMatrix {
 public:
  DelayedMatrix(std::unique_ptr<DistributedMatrix> matrix, const Delays& delays)
      : ForwardingMatrix(std::move(matrix)), delays_(delays) {}

  void get(std::span<const BlockRead> reads) override {
    spin(delays_.get * static_cast<double>(reads.size()));
    ForwardingMatrix::get(reads);
  }
  void start_get(std::span<const BlockRead> reads) override {
    spin(delays_.get * static_cast<double>(reads.size()));
    ForwardingMatrix::start_get(reads);
  }
  void accumulate(std::span<const BlockUpdate> updates) override {
    spin(delays_.accumulate * static_cast<double>(updates.size()));
    ForwardingMatrix::accumulate(updates);
  }

 private:
  Delays delays_;
};

}  // namespace

Delays Delays::parse(const std::string& text) {
  Delays delays;
  std::istringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    const std::size_t equals = item.find('=');
    const std::string kind = item.substr(0, equals);
    double* seconds = kind == "counter"      ? &delays.counter
                      : kind == "get"        ? &delays.get
                      : kind == "accumulate" ? &delays.accumulate
                                             : nullptr;
    if (seconds == nullptr || equals == std::string::npos)
      throw UsageError("'" + item + "' is not a delay; write counter=1ms, get=200us or accumulate=200us");
    *seconds = parse_duration(item.substr(equals + 1));
  }
  return delays;
}

std::unique_ptr<Counter> delayed(std::unique_ptr<Counter> counter, const Delays& delays) {
  return std::make_unique<DelayedCounter>(std::move(counter), delays.counter);
}

std::unique_ptr<DistributedMatrix> delayed(std::unique_ptr<DistributedMatrix> matrix, const Delays& delays) {
  return std::make_unique<DelayedMatrix>(std::move(matrix), delays);
}

}  // namespace fockproxy::contracts
