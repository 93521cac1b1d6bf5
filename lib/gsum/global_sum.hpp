// The global sum: the sum of one vector over the ranks replaces the vector on every rank. Replicated D and F, the guess
// and every SCF iteration use it (GDSUM of MCHF, GA_Dgop).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// A method to sum doubles or 64-bit integers. Construction, destruction and all members are collective over the world.
// Not thread-safe.
template <class T>
class GlobalSumOf {
 public:
  virtual ~GlobalSumOf() = default;

  // Replaces `values` by their sums over the ranks, on every rank. Their number must be the same on each rank, and at
  // most GlobalSumContext::most. The method determines the order of summation. Integers and integer-valued doubles are
  // exact, and other values are right to rounding.
  void sum(std::span<T> values) { start(values), finish(); }
  // The two halves of sum(). Work between them runs beside the sum, if the method and the library allow it. The caller
  // must not access the values until finish() returns.
  virtual void start(std::span<T> values) = 0;
  virtual void finish() = 0;
};
using GlobalSum = GlobalSumOf<double>;
using IntegerSum = GlobalSumOf<std::int64_t>;

struct GlobalSumContext {
  const Runtime& runtime;
  std::size_t most;   // the largest number of values
  std::size_t chunk;  // values that are summed together; at least 1
  WindowChoice window{};
};

// One line of the table of methods.
struct GlobalSumEntry {
  std::string_view name;
  std::string_view summary;
  bool has_windows = false;
  // Collective. Throws UsageError if this stack cannot do it.
  std::unique_ptr<GlobalSum> (*make)(const GlobalSumContext&);
  std::unique_ptr<IntegerSum> (*make_integers)(const GlobalSumContext&);

  template <class T>
  std::unique_ptr<GlobalSumOf<T>> make_of(const GlobalSumContext& context) const {
    if constexpr (std::is_same_v<T, double>) return make(context);
    else return make_integers(context);
  }
};

std::span<const GlobalSumEntry> global_sum_table();
const GlobalSumEntry& look_up(Type<GlobalSumEntry>,
                              std::string_view name);  // throws UsageError listing the known names

// Calls f(first, number of values) for each chunk of `count` values.
template <class F>
void for_chunks(std::size_t count, std::size_t chunk, F f) {
  for (std::size_t first = 0; first < count; first += chunk) f(first, count - first < chunk ? count - first : chunk);
}

}  // namespace fockproxy
