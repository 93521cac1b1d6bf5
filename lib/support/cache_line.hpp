// The alignment that keeps the data of different threads on different cache lines.
#pragma once

#include <cstddef>

namespace fockproxy {

// The alignment, in bytes, of objects that different threads write at the same time. It is two cache lines, because
// processors fetch lines in pairs. Two objects on one line would move the line from core to core at each write.
inline constexpr std::size_t apart = 128;

}  // namespace fockproxy
