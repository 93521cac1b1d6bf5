// The paper's missing table: the same Fock tasks without communication, with one per task, with six and with twelve.
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

// What a column adds to the one before: nothing (static assignment, D and F replicated); the counter; the block
// communication of cache policy ijk (six per task, and the held blocks); that of cache policy none (twelve per task).
enum class Column { nothing, counter, six, twelve };
inline constexpr int columns = 4;
inline constexpr std::array<std::string_view, columns> column_names = {"none", "1", "1+6+held", "1+12"};  // in JSON
inline constexpr std::array<std::string_view, columns> column_titles = {"no communication", "1 a task", "1+6+held",
                                                                        "1+12"};

// The control: what --inject put in, and what came out, seconds per task.
struct InjectionCheck {
  std::string kind;  // counter, get, accumulate
  double injected = 0, found = 0;
  bool agrees() const { return std::abs(found - injected) <= 0.05 * injected; }  // within 5%
};

struct CompareRow {
  std::string grain;
  int experiment_case = 1;
  std::string owners;  // of D and F: "all" ranks, or the "idle" ones alone
  std::string counter, window, progress;
  bool delayed = false;               // the control: with the delays of --inject
  std::string unsupported;            // why it cannot run here, the same on every rank
  std::string fault;                  // a build that failed its verification, the same on every rank; then no times
  std::optional<std::uint64_t> hash;  // of F of the grain's builds, where sums are exact (same_bits.hpp)
  std::array<BuildSamples, columns> results;  // rank 0
  std::vector<InjectionCheck> control;        // of a delayed row that has times
  // The counter kernel with the task lengths of results[0]'s builds: the cross-check of column 1; 0 without one.
  double kernel_degradation = 0;

  bool has_times() const { return unsupported.empty() && fault.empty(); }
  double degradation(Column column) const;  // per task, over that without communication
  // By round: what the tasks take without communication, of the time that all ranks had with this column's.
  std::vector<double> efficiencies(Column column) const;
};

// Local. Every row that `options` ask for.
std::vector<CompareRow> planned_rows(const CompareOptions& options);

// Collective. Fills in the rows: for each grain every row and column once, and then all again.
void run_rows(const Calculation& calculation, const CompareOptions& options, const SpinDense& density,
              std::vector<CompareRow>& rows);

}  // namespace fockproxy
