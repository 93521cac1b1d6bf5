// What a wrapper of a Distributor derives from, so that it changes only what it overrides.
#pragma once

#include <memory>
#include <utility>

#include "counters/distributor.hpp"

namespace fockproxy {

// Passes every call on to the distributor it owns. Collectivity and errors are that distributor's.
class ForwardingDistributor : public Distributor {
 public:
  explicit ForwardingDistributor(std::unique_ptr<Distributor> distributor) : distributor_(std::move(distributor)) {}

  void begin(std::int64_t tasks) override { distributor_->begin(tasks); }
  std::optional<PositionRange> next() override { return distributor_->next(); }
  void finish() override { distributor_->finish(); }
  std::unique_ptr<Distributor> for_thread() override { return distributor_->for_thread(); }
  bool works() const override { return distributor_->works(); }
  const DrawLog& log() const override { return distributor_->log(); }
  std::vector<Statistic> statistics() const override { return distributor_->statistics(); }

 private:
  std::unique_ptr<Distributor> distributor_;
};

}  // namespace fockproxy
