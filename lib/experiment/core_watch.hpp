// Detects whether a rank had its core during a measurement.
#pragma once

#include "experiment/counter_row.hpp"
#include "support/clock.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {

// Whether the calling thread was disturbed since construction. Local.
class CoreWatch {
 public:
  // Whether the thread, ready to run, waited for a core for more than disturbed_share of the time.
  bool disturbed() const { return (thread_usage() - before_).run_queue_delay > disturbed_share * (now() - begin_); }

 private:
  ThreadUsage before_ = thread_usage();
  double begin_ = now();
};

}  // namespace fockproxy
