// Progress "none": only what the computation's own communication calls bring about.
#include "progress/progress_strategy.hpp"

namespace fockproxy {
namespace {

class NoProgress : public ProgressStrategy {
 public:
  void start() override {}
  void stop() override {}
};

}  // namespace

std::unique_ptr<ProgressStrategy> make_no_progress(const ProgressContext&) { return std::make_unique<NoProgress>(); }

}  // namespace fockproxy
