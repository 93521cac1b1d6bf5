#include "contracts/delays.hpp"

#include <sstream>

#include "support/clock.hpp"
#include "support/duration.hpp"

namespace fockproxy::contracts {
namespace {

void spin(double seconds) {
  for (const double start = now(); now() - start < seconds;) {
  }
}

class DelayedCounter : public Counter {
 public:
  DelayedCounter(std::unique_ptr<Counter> counter, double seconds) : counter_(std::move(counter)), seconds_(seconds) {}

  std::int64_t fetch_add(std::int64_t n) override {
    spin(seconds_);
    return counter_->fetch_add(n);
  }
  void reset(std::int64_t start) override { counter_->reset(start); }
  void finish() override { counter_->finish(); }
  bool draws() const override { return counter_->draws(); }
  int home_rank() const override { return counter_->home_rank(); }
  Traffic traffic() const override { return counter_->traffic(); }

 private:
  std::unique_ptr<Counter> counter_;
  double seconds_;
};

class DelayedMatrix : public DistributedMatrix {
 public:
  DelayedMatrix(std::unique_ptr<DistributedMatrix> matrix, const Delays& delays)
      // As many owners as the grid uses give the same grid again.
      : DistributedMatrix(matrix->layout(), matrix->ownership().grid_rows() * matrix->ownership().grid_columns()),
        matrix_(std::move(matrix)),
        delays_(delays) {}

  bool contiguous() const override { return matrix_->contiguous(); }
  void get(std::span<const BlockRead> reads) override {
    spin(delays_.get * static_cast<double>(reads.size()));
    matrix_->get(reads);
  }
  void accumulate(std::span<const BlockUpdate> updates) override {
    spin(delays_.accumulate * static_cast<double>(updates.size()));
    matrix_->accumulate(updates);
  }
  void complete() override { matrix_->complete(); }
  void fence() override { matrix_->fence(); }
  void zero() override { matrix_->zero(); }
  void scatter(const Matrix& full) override { matrix_->scatter(full); }
  Matrix gather() override { return matrix_->gather(); }

 private:
  std::unique_ptr<DistributedMatrix> matrix_;
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
      throw UsageError("'" + item + "' is no delay; write counter=1ms, get=200us or accumulate=200us");
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
