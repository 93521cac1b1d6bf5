// How a transfer of many segments is taken to pieces: the methods that ARMCI-MPI has for I/O vectors (Dinan et al.
// 2012).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "onesided/mover.hpp"

namespace fockproxy::onesided {

enum class Method {
  conservative,  // a call and an epoch of its own for each segment: always right
  batched,       // a call for each segment, many in one epoch
  direct,        // one call, both sides described by a datatype
  packed         // copied into one buffer (or out of it), one call with a datatype at the target alone
};
inline constexpr std::string_view method_names[] = {"conservative", "batched", "direct", "packed"};
inline std::string_view to_string(Method method) { return method_names[static_cast<int>(method)]; }

// What is done where this one was asked for: overlapping segments are erroneous in one datatype and undefined in one
// epoch (MPI-4.0 section 12.3, 12.7), so they go one by one.
Method in_effect(Method asked, const Footprint& footprint);
// What a mover must be made for. conservative: epochs.
Completion needed_by(Method method, Completion asked);

// Transfers of one footprint by one method. Local; not thread-safe.
class Pieces {
 public:
  // The method in effect. Everything it refers to must outlive it.
  Pieces(Mover& mover, Method method, Completion completion, const Footprint& footprint);

  // Issues a transfer and completes it.
  void perform(const Transfer& transfer);
  // The two halves, for methods of one call: direct.
  void issue(const Transfer& transfer) { mover_.issue(transfer); }
  void complete(int target) { mover_.complete(target); }

  static constexpr int batch = 64;  // calls in an epoch

 private:
  void perform_pieces(const Transfer& transfer);
  void perform_packed(const Transfer& transfer);
  Transfer piece(const Transfer& transfer, std::size_t i) const;

  Mover& mover_;
  Method method_;
  bool epochs_;  // are opened
  const Footprint& footprint_;
  std::vector<Footprint> single_;    // one for each segment
  std::vector<std::size_t> places_;  // of each in the buffer
  Footprint dense_;                  // the same words, dense at the origin
  std::vector<Word> packed_sent_, packed_fetched_;
};

}  // namespace fockproxy::onesided
