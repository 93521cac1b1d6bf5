// Sizes on command lines and in tables: 8, 16k, 64M.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fockproxy {

// The bytes of "8", "16k", "64M", in powers of 1024. Throws UsageError that names the option (empty: without a name),
// also for more than `most` bytes.
std::size_t parse_bytes(std::string_view option, const std::string& text, std::size_t most);

// "8 B", "16 KiB", "64 MiB". If a size is not a whole number of a unit, the next smaller unit is used.
std::string size_text(std::size_t bytes);

}  // namespace fockproxy
