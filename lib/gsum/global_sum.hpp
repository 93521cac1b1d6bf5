// The global sum: one vector of every rank, replaced by the sum of all of them. What replicated D and F, the guess and
// every SCF iteration stand on (GDSUM of MCHF, GA_Dgop).
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

// One way to sum doubles, or 64-bit integers. Construction, destruction and all members are collective over the world;
// not thread-safe.
template <class T>
class GlobalSumOf {
 public:
  virtual ~GlobalSumOf() = default;

  // Replaces `values` by their sums over ranks, on every rank. As many on each, at most as many as it was made for.
  // The order of summation is the method's own: integers and integer-valued doubles come out exactly, others to
  // rounding.
  void sum(std::span<T> values) { start(values), finish(); }
  // The two halves: what lies between runs beside the sum as far as the method and the library let it. The values
  // belong to the sum until finish().
  virtual void start(std::span<T> values) = 0;
  virtual void finish() = 0;
};
using GlobalSum = GlobalSumOf<double>;
using IntegerSum = GlobalSumOf<std::int64_t>;

struct GlobalSumContext {
  const Runtime& runtime;
  std::size_t most;   // values of a vector
  std::size_t chunk;  // values that go together; at least 1
  WindowKind window = WindowKind::allocate;
};

// One line of the table of methods.
struct GlobalSumEntry {
  std::string_view name;
  std::string_view summary;
  bool has_windows = false;
  // Collective. Throws UsageError where this stack cannot.
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

// f(first, values) for each chunk of `count` values.
template <class F>
void for_chunks(std::size_t count, std::size_t chunk, F f) {
  for (std::size_t first = 0; first < count; first += chunk) f(first, count - first < chunk ? count - first : chunk);
}

}  // namespace fockproxy
