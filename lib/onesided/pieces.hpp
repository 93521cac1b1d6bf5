// The methods for a transfer of many segments: those of ARMCI-MPI for I/O vectors (Dinan et al. 2012).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "onesided/mover.hpp"

namespace fockproxy::onesided {

enum class Method {
  conservative,  // one call and one epoch for each segment; always right
  batched,       // one call for each segment, many calls in one epoch
  direct,        // one call; a datatype describes both sides
  packed         // copied into (or out of) one buffer; one call with a datatype only at the target
};
inline constexpr std::string_view method_names[] = {"conservative", "batched", "direct", "packed"};
inline std::string_view to_string(Method method) { return method_names[static_cast<int>(method)]; }

// The method that replaces the requested one. Overlapping segments are erroneous in one datatype and undefined in one
// epoch (MPI-4.0 section 12.3, 12.7), so they are transferred one by one.
Method in_effect(Method asked, const Footprint& footprint);
// The completion for which the mover must be made. For conservative: epochs.
Completion needed_by(Method method, Completion asked);

// Performs transfers of one footprint by one method. Local; not thread-safe.
class Pieces {
 public:
  // `method` must be the method in effect. All objects that it refers to must outlive it.
  Pieces(Mover& mover, Method method, Completion completion, const Footprint& footprint);

  // Issues a transfer and completes it.
  void perform(const Transfer& transfer);
  // The two halves of perform(), for a method with one call: direct.
  void issue(const Transfer& transfer) { mover_.issue(transfer); }
  void complete(int target) { mover_.complete(target); }

  static constexpr int batch = 64;  // calls in an epoch

 private:
  void perform_pieces(const Transfer& transfer);
  void perform_packed(const Transfer& transfer);
  Transfer piece(const Transfer& transfer, std::size_t i) const;

  Mover& mover_;
  Method method_;
  bool epochs_;  // whether each call or batch opens an epoch
  const Footprint& footprint_;
  std::vector<Footprint> single_;    // one for each segment
  std::vector<std::size_t> places_;  // the place of each segment in the buffer
  Footprint dense_;                  // the same words, dense at the origin
  std::vector<Word> packed_sent_, packed_fetched_;
};

}  // namespace fockproxy::onesided
