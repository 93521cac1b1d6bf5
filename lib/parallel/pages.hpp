// Pages of memory.
#pragma once

#include <unistd.h>

#include <cstddef>

namespace fockproxy {

inline std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
inline std::size_t whole_pages(std::size_t bytes) { return (bytes + page_size() - 1) / page_size() * page_size(); }

}  // namespace fockproxy
