// The table of progress strategies. A new one: one file with a make function, its declaration and its line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "progress/progress_strategy.hpp"
#include "support/error.hpp"

namespace fockproxy {

std::unique_ptr<ProgressStrategy> make_no_progress(const Runtime&);
std::unique_ptr<ProgressStrategy> make_blocked_helper(const Runtime&);

std::span<const ProgressEntry> progress_table() {
  static const std::vector<ProgressEntry> table = {
      {"none", "only the computation's own communication calls", MPI_THREAD_SINGLE, make_no_progress},
      {"helper-block", "a thread per rank blocked in MPI_Ssend to itself", MPI_THREAD_MULTIPLE, make_blocked_helper},
  };
  return table;
}

const ProgressEntry& find_progress(std::string_view name) {
  std::vector<std::string_view> known;
  for (const ProgressEntry& entry : progress_table()) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
  }
  throw UsageError(fmt::format("unknown progress strategy '{}'; known: {}", name, fmt::join(known, ", ")));
}

}  // namespace fockproxy
