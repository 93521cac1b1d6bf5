#include "onesided/pieces.hpp"

#include <cstring>

namespace fockproxy::onesided {

Method in_effect(Method asked, const Footprint& footprint) {
  return footprint.overlaps() ? Method::conservative : asked;
}

Completion needed_by(Method method, Completion asked) {
  return method == Method::conservative ? Completion::epoch : asked;
}

Pieces::Pieces(Mover& mover, Method method, Completion completion, const Footprint& footprint)
    : mover_(mover),
      method_(method),
      epochs_(completion == Completion::epoch),
      footprint_(footprint),
      dense_(footprint.segments(), AtOrigin::dense) {
  if (method == Method::packed) {
    packed_sent_.resize(footprint.words());
    packed_fetched_.resize(footprint.words());
  }
  if (method != Method::conservative && method != Method::batched) return;
  footprint.for_each([&](const Segment& segment, std::size_t place) {
    single_.push_back(Footprint::contiguous(segment.words));
    places_.push_back(place);
  });
}

void Pieces::perform(const Transfer& transfer) {
  switch (method_) {
    case Method::conservative:
    case Method::batched: perform_pieces(transfer); break;
    case Method::packed: perform_packed(transfer); break;
    case Method::direct:
      if (epochs_) mover_.open_epoch(transfer.target);
      mover_.issue(transfer);
      mover_.complete(transfer.target);
      break;
  }
}

void Pieces::perform_pieces(const Transfer& transfer) {
  const std::size_t at_once = method_ == Method::conservative ? 1 : batch;
  for (std::size_t i = 0; i < single_.size();) {
    if (epochs_) mover_.open_epoch(transfer.target);
    for (const std::size_t end = std::min(i + at_once, single_.size()); i < end; ++i) mover_.issue(piece(transfer, i));
    mover_.complete(transfer.target);
  }
}

void Pieces::perform_packed(const Transfer& transfer) {
  Transfer packed = transfer;
  packed.footprint = &dense_;
  std::size_t next = 0;
  if (transfer.sent != nullptr) {
    footprint_.for_each([&](const Segment& segment, std::size_t place) {
      std::memcpy(packed_sent_.data() + next, transfer.sent + place, segment.words * sizeof(Word));
      next += segment.words;
    });
    packed.sent = packed_sent_.data();
  }
  if (transfer.fetched != nullptr) packed.fetched = packed_fetched_.data();
  if (epochs_) mover_.open_epoch(transfer.target);
  mover_.issue(packed);
  mover_.complete(transfer.target);
  if (transfer.fetched == nullptr) return;
  next = 0;
  footprint_.for_each([&](const Segment& segment, std::size_t place) {
    std::memcpy(transfer.fetched + place, packed_fetched_.data() + next, segment.words * sizeof(Word));
    next += segment.words;
  });
}

Transfer Pieces::piece(const Transfer& transfer, std::size_t i) const {
  Transfer one = transfer;
  one.first += footprint_.segments()[i].first;
  one.footprint = &single_[i];
  if (one.sent != nullptr) one.sent += places_[i];
  if (one.fetched != nullptr) one.fetched += places_[i];
  if (one.compared != nullptr) one.compared += places_[i];
  return one;
}

}  // namespace fockproxy::onesided
