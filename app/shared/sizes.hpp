// Sizes on command lines and in tables: 8, 16k, 64M.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fockproxy {

// Bytes of "8", "16k", "64M", in powers of 1024. Throws UsageError naming the option (empty: without it), also for
// more than `most`.
std::size_t parse_bytes(std::string_view option, const std::string& text, std::size_t most);

// "8 B", "16 KiB", "64 MiB"; whole units only, others in the next smaller one.
std::string size_text(std::size_t bytes);

}  // namespace fockproxy
