#include "digestion/split_engine.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fockproxy {

SplitEngine::SplitEngine(std::vector<std::unique_ptr<Engine>> engines) : engines_(std::move(engines)) {
  assert(!engines_.empty());
}

void SplitEngine::begin(const QuartetScreen& screen) {
  for (const auto& engine : engines_) engine->begin(screen);
}

void SplitEngine::submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) {
  const std::size_t parts = std::min(engines_.size(), batch.size());
  fault_ = nullptr;
  submitted_ = 0;
  try {
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t first = batch.size() * part / parts, end = batch.size() * (part + 1) / parts;
      engines_[part]->submit(batch.subspan(first, end - first), screen);
      submitted_ = part + 1;
    }
  } catch (...) {
    fault_ = std::current_exception();
  }
}

void SplitEngine::wait(ProgressStrategy& progress) {
  const std::size_t parts = std::exchange(submitted_, 0);
  for (std::size_t part = 0; part < parts; ++part) {
    try {
      engines_[part]->wait(progress);
    } catch (...) {
      if (!fault_) fault_ = std::current_exception();
    }
  }
  if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
}

std::optional<std::int64_t> SplitEngine::quartets_on_host() const {
  std::optional<std::int64_t> sum;
  for (const auto& engine : engines_)
    if (const auto quartets = engine->quartets_on_host()) sum = sum.value_or(0) + *quartets;
  return sum;
}

std::unique_ptr<Engine> make_engine(const EngineEntry& entry, const EngineContext& context) {
  if (context.streams == 1) return entry.make(context);
  std::vector<std::unique_ptr<Engine>> engines;
  for (int stream = 0; stream < context.streams; ++stream) engines.push_back(entry.make(context));
  return std::make_unique<SplitEngine>(std::move(engines));
}

}  // namespace fockproxy
