// Keeping what one thread writes apart from what another does.
#pragma once

#include <cstddef>

namespace fockproxy {

// The alignment of objects that threads write to, each to its own, at the same time: bytes of a cache line, twice,
// since processors fetch lines in pairs. Two objects on one line would move it from core to core at each write.
inline constexpr std::size_t apart = 128;

}  // namespace fockproxy
