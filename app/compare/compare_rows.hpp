// The table that the paper lacks: the same Fock tasks without communication, with one per task, with six and with
// twelve.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/calculation/calculation.hpp"
#include "app/compare/compare_options.hpp"
#include "app/shared/build_samples.hpp"

namespace fockproxy {

// What a column adds to the one before it. nothing: static assignment, D and F replicated. counter: the counter. six:
// the block communication of cache policy ijk (six per task, and the held blocks). twelve: that of cache policy none
// (twelve per task).
enum class Column { nothing, counter, six, twelve };
inline constexpr int columns = 4;
inline constexpr std::array<std::string_view, columns> column_names = {"none", "1", "1+6+held", "1+12"};  // in JSON
inline constexpr std::array<std::string_view, columns> column_titles = {"no communication", "1 a task", "1+6+held",
                                                                        "1+12"};

// The control: the delay that --inject added and the delay that was found, seconds per task.
struct InjectionCheck {
  std::string kind;  // counter, get, accumulate
  double injected = 0, found = 0;
  bool agrees() const { return std::abs(found - injected) <= 0.05 * injected; }  // within 5%
};

struct CompareRow {
  std::string grain;
  int experiment_case = 1;
  std::string owners;  // of D and F: "all" ranks, or only the "idle" ones
  std::string counter, window, progress;
  WindowInfo window_info;   // the keys of its windows, with a separate record of what MPI kept
  bool delayed = false;     // the control: with the delays of --inject
  std::string unsupported;  // why the row cannot run here, the same on every rank
  std::string fault;        // of a build that failed its verification, the same on every rank; there are no times then
  std::optional<std::uint64_t> hash;          // of F in the builds of the grain, if sums are exact (same_bits.hpp)
  std::array<BuildSamples, columns> results;  // rank 0
  std::vector<InjectionCheck> control;        // for a row with delays and times
  // The degradation in the counter kernel with the task lengths of results[0]'s builds: a check of column 1. 0: not
  // run.
  double kernel_degradation = 0;

  bool has_times() const { return unsupported.empty() && fault.empty(); }
  double degradation(Column column) const;  // time per task, over that without communication
  // By round: the time of the tasks without communication, over the time of all ranks with this column.
  std::vector<double> efficiencies(Column column) const;
};

// Local. All rows for `options`.
std::vector<CompareRow> planned_rows(const CompareOptions& options);

// Collective. Runs the rows and fills them in: for each grain every row and column once, and then all again.
void run_rows(const Calculation& calculation, const CompareOptions& options, const SpinDense& density,
              std::vector<CompareRow>& rows);

}  // namespace fockproxy
