// The global sum: one vector of every rank, replaced by the sum of all of them. What replicated D and F, the guess and
// every SCF iteration stand on (GDSUM of MCHF, GA_Dgop).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "support/choice.hpp"

namespace fockproxy {

// One way to sum. Construction, destruction and all members are collective over the world; not thread-safe.
class GlobalSum {
 public:
  virtual ~GlobalSum() = default;

  // Replaces `values` by their sums over ranks, on every rank. As many on each, at most as many as it was made for.
  // The order of summation is the method's own: integer-valued doubles come out exactly, others to rounding.
  void sum(std::span<double> values) { start(values), finish(); }
  // The two halves: what lies between runs beside the sum as far as the method and the library let it. The values
  // belong to the sum until finish().
  virtual void start(std::span<double> values) = 0;
  virtual void finish() = 0;
};

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
  std::function<std::unique_ptr<GlobalSum>(const GlobalSumContext&)> make;
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
