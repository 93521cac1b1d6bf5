#include "onesided/faulty_mover.hpp"

#include <map>
#include <utility>
#include <vector>

namespace fockproxy::onesided {
namespace {

class FaultyMover : public Mover {
 public:
  FaultyMover(std::unique_ptr<Mover> mover, MoverFault fault) : mover_(std::move(mover)), fault_(fault) {}

  std::span<Word> own() override { return mover_->own(); }
  void begin_access() override { mover_->begin_access(); }
  void end_access() override { mover_->end_access(); }
  void open_epoch(int target) override { mover_->open_epoch(target); }

  void issue(const Transfer& transfer) override {
    switch (fault_) {
      case MoverFault::lost: issue_all_but_one(transfer); break;
      case MoverFault::misplaced: {
        Transfer moved = transfer;
        ++moved.first;
        mover_->issue(moved);
        break;
      }
      case MoverFault::late:
        if (held_back_) issue_held_back();
        hold_back(transfer);
        break;
    }
  }
  void complete(int target) override {
    mover_->complete(target);
    std::erase_if(in_flight_, [target](const auto& one) { return one.target == target; });
  }
  void finish() override { mover_->finish(); }

 private:
  // Copies the words, because the buffer belongs to the caller again when the transfer is issued.
  void hold_back(const Transfer& transfer) {
    held_back_ = transfer;
    const std::size_t words = transfer.footprint->buffer_words();
    if (transfer.sent == nullptr) return;
    sent_.assign(transfer.sent, transfer.sent + words);
    held_back_->sent = sent_.data();
  }
  // MPI may read the words until the operation is complete.
  void issue_held_back() {
    mover_->issue(*held_back_);
    in_flight_.push_back({held_back_->target, std::move(sent_)});
  }
  void issue_all_but_one(const Transfer& transfer) {
    std::vector<Segment> segments = transfer.footprint->segments();
    segments.pop_back();
    if (segments.empty()) return;
    Footprint& rest = rest_.try_emplace(transfer.footprint, segments, transfer.footprint->at_origin()).first->second;
    Transfer shorter = transfer;
    shorter.footprint = &rest;
    mover_->issue(shorter);
  }

  std::unique_ptr<Mover> mover_;
  MoverFault fault_;
  std::optional<Transfer> held_back_;
  std::vector<Word> sent_;  // of the transfer held back
  struct InFlight {
    int target;
    std::vector<Word> sent;
  };
  std::vector<InFlight> in_flight_;
  std::map<const Footprint*, Footprint> rest_;
};

}  // namespace

std::optional<MoverFault> parse_mover_fault(std::string_view name) {
  for (int i = 0; i < 3; ++i)
    if (name == mover_fault_names[i]) return static_cast<MoverFault>(i);
  return std::nullopt;
}

std::unique_ptr<Mover> make_faulty(std::unique_ptr<Mover> mover, MoverFault fault) {
  return std::make_unique<FaultyMover>(std::move(mover), fault);
}

}  // namespace fockproxy::onesided
