#include "parallel/symmetric_heap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr std::int64_t megabyte = 1 << 20;
constexpr std::int64_t default_bytes = 256 * megabyte;
constexpr std::int64_t page = 2 * megabyte;  // Open MPI makes heaps of whole huge pages

// Open MPI reads at most 16 characters: a whole number above 0 and one of the letters K, M, G and T.
std::optional<std::int64_t> parse_size(std::string_view text) {
  std::int64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1 || text.size() > 16) return std::nullopt;
  const std::string_view letter(rest, text.data() + text.size());
  if (letter.empty()) return number;
  constexpr const char* letters = "kmgtKMGT";
  const char* const found = letter.size() == 1 ? std::strchr(letters, letter.front()) : nullptr;
  if (found == nullptr || *found == '\0') return std::nullopt;
  const std::int64_t factor = std::int64_t{1} << (10 * ((found - letters) % 4 + 1));
  if (number > (INT64_MAX - page) / factor) return std::nullopt;
  return number * factor;
}

std::int64_t megabytes(std::int64_t bytes) { return (bytes + megabyte - 1) / megabyte; }

}  // namespace

SymmetricHeapSize symmetric_heap_size(const Environment& environment) {
  SymmetricHeapSize size{default_bytes, ""};
  const char* first = nullptr;
  // The last one is a name that Open MPI 4 alone reads.
  for (const char* variable : {heap_variable, heap_variable_of_open_mpi, "SHMEM_SYMMETRIC_HEAP_SIZE"}) {
    const char* const text = environment(variable);
    if (text == nullptr) continue;
    if (first != nullptr && size.text != text)
      throw UsageError(
          fmt::format("{}={} and {}={} contradict each other; unset one of them", first, size.text, variable, text));
    const auto bytes = parse_size(text);
    if (!bytes)
      throw UsageError(
          fmt::format("{}={} is not the size of a symmetric heap: a whole number above 0, alone or with K, M, G or T",
                      variable, text));
    first = variable;
    size = {(*bytes + page - 1) / page * page, text};
  }
  return size;
}

std::string symmetric_heap_error(std::string_view object, std::int64_t bytes, std::int64_t in_use, std::int64_t heap) {
  const std::int64_t enough = in_use + 2 * bytes;
  const std::int64_t proposed =
      std::max<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(megabytes(enough))), 2 * megabytes(heap));
  return fmt::format("{} needs {} MB of the symmetric heap of each rank, which has {} MB, {} MB in use: set {}={}M",
                     object, megabytes(bytes), megabytes(heap), megabytes(in_use), heap_variable, proposed);
}

}  // namespace fockproxy
