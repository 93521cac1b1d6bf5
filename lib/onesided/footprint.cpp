#include "onesided/footprint.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/random.hpp"

namespace fockproxy::onesided {
namespace {

bool any_overlap(std::vector<Segment> segments) {
  std::ranges::sort(segments, {}, &Segment::first);
  std::size_t end = 0;
  for (const Segment& segment : segments) {
    if (segment.first < end) return true;
    end = segment.first + segment.words;
  }
  return false;
}

std::optional<std::size_t> common_stride(const std::vector<Segment>& segments) {
  if (segments.size() < 2 || segments[1].first <= segments[0].first) return std::nullopt;
  const std::size_t stride = segments[1].first - segments[0].first;
  for (std::size_t i = 1; i < segments.size(); ++i)
    if (segments[i].words != segments[0].words || segments[i].first != segments[i - 1].first + stride)
      return std::nullopt;
  return stride;
}

}  // namespace

Footprint Footprint::contiguous(std::size_t words) { return {{{0, words}}, AtOrigin::dense}; }

Footprint Footprint::strided(std::size_t words, std::size_t count, std::size_t stride, AtOrigin at_origin) {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < count; ++i) segments.push_back({i * stride, words});
  return {std::move(segments), at_origin};
}

Footprint Footprint::scattered(std::size_t words, std::size_t count, std::uint64_t seed) {
  std::vector<Segment> segments;
  std::size_t place = 0;
  for (std::size_t i = 0; i < count; ++i) {
    segments.push_back({place, words});
    place += 2 * words + hash_append(seed, i) % (words + 1);
  }
  return {std::move(segments), AtOrigin::alike};
}

Footprint::Footprint(std::vector<Segment> segments, AtOrigin at_origin)
    : segments_(std::move(segments)), at_origin_(at_origin), overlaps_(any_overlap(segments_)) {
  if (segments_.empty()) throw std::invalid_argument("a transfer without segments");
  for (const Segment& segment : segments_) {
    if (segment.words == 0) throw std::invalid_argument("an empty segment");
    words_ += segment.words;
    extent_ = std::max(extent_, segment.first + segment.words);
  }
  if (!overlaps_) stride_ = common_stride(segments_);
}

}  // namespace fockproxy::onesided
