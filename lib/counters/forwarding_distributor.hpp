// Base class for wrappers of a Distributor: a wrapper overrides only what it changes.
#pragma once

#include <memory>
#include <utility>

#include "counters/distributor.hpp"

namespace fockproxy {

// Forwards each call to the distributor that it owns, with that distributor's collectivity and errors.
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
