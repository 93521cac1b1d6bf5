// The words of a target's segment that one transfer accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fockproxy::onesided {

// A run of 8-byte words, counted from the first word of the transfer.
struct Segment {
  std::size_t first, words;
};

// The arrangement of the same words in the buffer of the origin.
enum class AtOrigin {
  dense,  // the segments without gaps
  alike   // as at the target, with gaps
};

// Immutable. Throws std::invalid_argument if there is no segment or an empty one.
class Footprint {
 public:
  static Footprint contiguous(std::size_t words);
  // `count` segments whose beginnings are `stride` words apart.
  static Footprint strided(std::size_t words, std::size_t count, std::size_t stride, AtOrigin at_origin);
  // `count` segments with gaps of 1 to 2 segments between them, drawn from `seed`: an I/O vector.
  static Footprint scattered(std::size_t words, std::size_t count, std::uint64_t seed);
  Footprint(std::vector<Segment> segments, AtOrigin at_origin);

  const std::vector<Segment>& segments() const { return segments_; }
  AtOrigin at_origin() const { return at_origin_; }
  bool is_contiguous() const { return segments_.size() == 1; }
  // The words between the beginnings of consecutive segments, if a strided call can express the footprint. For this all
  // segments must have the same length and distance, and none may overlap another.
  std::optional<std::size_t> stride() const { return stride_; }
  std::size_t words() const { return words_; }    // the number that is moved
  std::size_t extent() const { return extent_; }  // from the first word to the end of the last segment
  std::size_t buffer_words() const { return at_origin_ == AtOrigin::dense ? words_ : extent_; }
  // Whether two segments share a word. One MPI_Put of all of them would then be erroneous (MPI-4.0 section 12.3.1). The
  // constructor finds this by a sweep over the segments in the order of their beginnings.
  bool overlaps() const { return overlaps_; }

  // Calls f(segment, its place in the buffer) for each segment.
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
