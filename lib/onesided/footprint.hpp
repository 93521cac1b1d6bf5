// Which words of a target's segment one transfer touches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fockproxy::onesided {

// A run of 8-byte words, counted from the transfer's first place.
struct Segment {
  std::size_t first, words;
};

// How the same words lie in the origin's buffer.
enum class AtOrigin {
  dense,  // one segment behind the other
  alike   // as at the target, gaps and all
};

// Immutable. Throws std::invalid_argument for nothing at all, and for an empty segment.
class Footprint {
 public:
  static Footprint contiguous(std::size_t words);
  // `count` segments whose beginnings are `stride` words apart.
  static Footprint strided(std::size_t words, std::size_t count, std::size_t stride, AtOrigin at_origin);
  // The like with gaps of 1 to 2 segments between them, drawn from `seed`: an I/O vector.
  static Footprint scattered(std::size_t words, std::size_t count, std::uint64_t seed);
  Footprint(std::vector<Segment> segments, AtOrigin at_origin);

  const std::vector<Segment>& segments() const { return segments_; }
  AtOrigin at_origin() const { return at_origin_; }
  bool is_contiguous() const { return segments_.size() == 1; }
  // Words between the beginnings of neighbours where that is the same throughout, the segments are alike and none
  // overlaps another: what a strided call can express.
  std::optional<std::size_t> stride() const { return stride_; }
  std::size_t words() const { return words_; }    // moved
  std::size_t extent() const { return extent_; }  // from the first place to behind the last
  std::size_t buffer_words() const { return at_origin_ == AtOrigin::dense ? words_ : extent_; }
  // Do two segments share a word? Then one MPI_Put of all of them would be erroneous (MPI-4.0 section 12.3.1). Found by
  // a sweep over the segments in the order of their beginnings.
  bool overlaps() const { return overlaps_; }

  // f(segment, place in the buffer) for each.
  template <class F>
  void for_each(F f) const {
    std::size_t packed = 0;
    for (const Segment& segment : segments_) {
      f(segment, at_origin_ == AtOrigin::dense ? packed : segment.first);
      packed += segment.words;
    }
  }

 private:
  std::vector<Segment> segments_;
  AtOrigin at_origin_;
  std::optional<std::size_t> stride_;
  std::size_t words_ = 0, extent_ = 0;
  bool overlaps_ = false;
};

}  // namespace fockproxy::onesided
