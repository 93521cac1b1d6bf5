// Several engines that share each batch, so that copies of one part overlap with the computation of another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "digestion/engine.hpp"

namespace fockproxy {

// Divides each batch into contiguous parts of about the same number of tasks, one part for each engine. If a batch has
// fewer tasks than there are engines, each part is one task, and the other engines get none. Parts may have blocks of F
// in common, so the engines must add to blocks of the host in wait() only: copies_blocks(). Local; not thread-safe.
class SplitEngine final : public Engine {
 public:
  // At least one engine. They may be busy at the same time.
  explicit SplitEngine(std::vector<std::unique_ptr<Engine>> engines);

  void begin(const QuartetScreen& screen) override;
  // Submits the parts in order. If an engine throws, the later parts are not submitted, and wait() throws the
  // exception.
  void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) override;
  // Waits for the parts in order, also after an exception. Then throws the first exception of the batch. F has then the
  // contributions of the parts that did not fail.
  void wait(ProgressStrategy& progress) override;
  // The sum over the engines. Empty if no engine has a number.
  std::optional<std::int64_t> quartets_on_host() const override;

 private:
  std::vector<std::unique_ptr<Engine>> engines_;
  std::size_t submitted_ = 0;  // number of parts that were submitted and not yet waited for
  std::exception_ptr fault_;   // the first one of the batch
};

// An engine of this entry, or a SplitEngine of as many as `context.streams` says. Local. The entry must not refuse
// (EngineEntry::require), and with several streams copies_blocks(context.path) must be true.
std::unique_ptr<Engine> make_engine(const EngineEntry& entry, const EngineContext& context);

}  // namespace fockproxy
