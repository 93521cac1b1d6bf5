// Loads and stores on a segment that ranks of one node share. One-sided communication is compared with them there
// (Nieplocha, Harrison & Littlefield 1996, Figure 3).
#include <atomic>
#include <cstring>

#include "onesided/mover.hpp"
#include "parallel/node_memory.hpp"
#include "support/error.hpp"

namespace fockproxy::onesided {
namespace {

class SharedMemoryMover : public Mover {
 public:
  SharedMemoryMover(const MoverContext& context, Effect effect)
      : effect_(effect),
        rank_(context.runtime.world().rank()),
        words_(context.words),
        memory_(context.runtime.world(), context.words * sizeof(Word)) {}

  std::span<Word> own() override { return {static_cast<Word*>(memory_.of(rank_)), words_}; }
  void begin_access() override { std::atomic_thread_fence(std::memory_order_seq_cst); }
  void end_access() override { std::atomic_thread_fence(std::memory_order_seq_cst); }

  void open_epoch(int) override {}
  void issue(const Transfer& t) override {
    Word* const there = static_cast<Word*>(memory_.of(t.target));
    if (there == nullptr) throw ComputationError("loads and stores reach ranks of the same node only");
    t.footprint->for_each([&](const Segment& segment, std::size_t here) {
      Word* const place = there + t.first + segment.first;
      const std::size_t bytes = segment.words * sizeof(Word);
      if (effect_ == Effect::fetch) std::memcpy(t.fetched + here, place, bytes);
      else std::memcpy(place, t.sent + here, bytes);
    });
  }
  void complete(int) override { std::atomic_thread_fence(std::memory_order_seq_cst); }
  void finish() override {}

 private:
  Effect effect_;
  int rank_;
  std::size_t words_;
  NodeMemory memory_;
};

OperationEntry shared_memory_entry(std::string_view name, std::string_view summary, Effect effect) {
  return {
      .name = name,
      .summary = summary,
      .effect = effect,
      .has_windows = false,
      .has_epochs = false,
      .make = [effect](const MoverContext& context) { return std::make_unique<SharedMemoryMover>(context, effect); }};
}

}  // namespace

std::vector<OperationEntry> shared_memory_operations() {
  return {shared_memory_entry("load", "loads of memory that the node shares", Effect::fetch),
          shared_memory_entry("store", "stores to memory that the node shares", Effect::store)};
}

}  // namespace fockproxy::onesided
