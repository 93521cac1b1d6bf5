// One check of the stack below. All ranks run it, and it gives one line of output.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/reproducer.hpp"
#include "contracts/violations.hpp"
#include "counters/counter.hpp"
#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"
#include "parallel/window.hpp"
#include "parallel/yielding_waits.hpp"

namespace fockproxy::check {

// not_seen: a fault that does not always occur did not occur; the detail gives the number of rounds.
// cured: the stack has a known fault, fockproxy works around it, and the row verified this.
// not_run: the job was started without something that the row needs; the detail names it.
enum class Status { pass, not_seen, cured, unsupported, not_run, fail };
inline constexpr std::string_view status_names[] = {"PASS", "NOT SEEN", "CURED", "UNSUPPORTED", "NOT RUN", "FAIL"};
inline std::string_view to_string(Status status) { return status_names[static_cast<int>(status)]; }

struct RowResult {
  Status status = Status::pass;
  std::string detail = "";  // the observation, or the reason
  std::string cure = "";  // for status cured: the setting that cures it; the same text in all rows with the same fault
};

struct CheckContext {
  const Runtime& runtime;
  Watchdog& watchdog;
  bool brief = false;         // fewer repetitions, because every wait takes long (see waiting_is_slow)
  bool all = false;           // all rows were requested, not some by name
  double stall_timeout = 30;  // seconds, of the watchdog; 0: it is off
};

struct CheckRow {
  std::string name;     // unique, without blanks; an argument of --only
  std::string section;  // the heading above the row
  std::string summary;
  std::string cure;      // the setting to try if it fails; empty: none is known
  RuntimeOptions needs;  // the options with which the job must be started
  // Collective, the same result on every rank. May throw UsageError (this stack lacks the feature) and
  // ComputationError.
  std::function<RowResult(const CheckContext&)> run;
  Reproducer reproducer = {};  // empty if the row tests more than MPI
  int ranks = 1;               // the number of ranks that it needs
};

// The section of rows that take a GPU, and a job of their own each.
inline constexpr std::string_view device_memory_section = "Device memory";

// Every row, in the order in which they run. Local; needs no MPI.
std::vector<CheckRow> all_rows();
// The rows of one file each.
std::vector<CheckRow> window_rows();
std::vector<CheckRow> atomic_rows();
std::vector<CheckRow> patch_rows();
std::vector<CheckRow> operator_rows();
std::vector<CheckRow> completion_rows();
std::vector<CheckRow> thread_rows();
std::vector<CheckRow> request_rows();
std::vector<CheckRow> info_rows();
std::vector<CheckRow> device_rows();
std::vector<CheckRow> mutex_rows();
std::vector<CheckRow> global_arrays_rows();
std::vector<CheckRow> armci_rows();
std::vector<CheckRow> backend_rows();  // counters, dealing, matrices
std::vector<CheckRow> progress_rows();
std::vector<CheckRow> fock_rows();          // whole builds
std::vector<CheckRow> control_rows();       // faulty backends, which the checks must detect
std::vector<CheckRow> fock_control_rows();  // faulty builds, which verification must refuse
// The row of one counter over one kind of window.
CheckRow counter_row(const CounterEntry& entry, WindowKind kind);

// The text of the row's program. Throws UsageError, "UNSUPPORTED: reason", if the row has none. Local.
std::string reproducer_source(const CheckRow& row);

// The result for these violations: pass, or fail with the first violation.
RowResult judged(const contracts::Violations& violations);

// The name of a row for a window kind: "rma-put" and create give "rma-put-create". For allocate, the default, it is
// "rma-put".
std::string name_with(std::string_view name, WindowKind kind);

// Whether each wait takes long: more ranks than cores, and MPI spins while it waits; or more than two ranks per core,
// and it yields. Open MPI yields, and MPICH over UCX does in a RowRunner. Collective; the same on every rank.
bool waiting_is_slow(const Runtime& runtime);

// Runs one row. A UsageError or ComputationError on any rank becomes a result on every rank, by agreement over a
// communicator of the runner. A row that hangs or lacks memory ends the job. If a rank has thrown while other ranks
// wait inside the row, the watchdog's report shows it. If ranks share cores, their waits yield
// (parallel/yielding_waits.hpp). Collective.
class RowRunner {
 public:
  explicit RowRunner(const CheckContext& context);
  RowResult run(const CheckRow& row);

 private:
  RowResult agreed(const RowResult& mine);
  CheckContext context_;
  Communicator comm_;
  std::optional<YieldingWaits> yielding_;
  std::vector<std::string> marks_;  // texts to which the watchdog has pointers
};

}  // namespace fockproxy::check
