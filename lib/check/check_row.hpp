// One question to the stack beneath: asked of all ranks, answered in one line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "check/reproducer.hpp"
#include "contracts/violations.hpp"
#include "counters/counter.hpp"
#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"
#include "parallel/window.hpp"

namespace fockproxy::check {

// not_seen: a fault that takes luck did not show; the detail says in how many rounds.
// cured: the stack has a known fault, fockproxy works around it, and the row saw that the cure helps.
// not_run: for lack of something the job was not started with; the detail says what.
enum class Status { pass, not_seen, cured, unsupported, not_run, fail };
inline constexpr std::string_view status_names[] = {"PASS", "NOT SEEN", "CURED", "UNSUPPORTED", "NOT RUN", "FAIL"};
inline std::string_view to_string(Status status) { return status_names[static_cast<int>(status)]; }

struct RowResult {
  Status status = Status::pass;
  std::string detail = "";  // what was seen, or the reason
  std::string cure = "";    // cured: what makes it right; alike for all rows with the same fault
};

struct CheckContext {
  const Runtime& runtime;
  Watchdog& watchdog;
  bool brief = false;  // fewer repetitions: every wait takes long (see waiting_is_slow)
  bool all = false;    // every row is asked for, and not some by their names
};

struct CheckRow {
  std::string name;     // unique, without blanks: what --only takes
  std::string section;  // the heading it stands under
  std::string summary;
  std::string cure;      // what to set when it fails; empty: nothing is known
  RuntimeOptions needs;  // what the job must have been started with
  // Collective, the same result on every rank. May throw UsageError (this stack cannot) and ComputationError.
  std::function<RowResult(const CheckContext&)> run;
  Reproducer reproducer = {};  // none where the row tests more than MPI
  int ranks = 1;               // that it needs
};

// Every row, in the order in which they run. Local; needs no MPI.
std::vector<CheckRow> all_rows();
// Those of one file each.
std::vector<CheckRow> window_rows();
std::vector<CheckRow> atomic_rows();
std::vector<CheckRow> patch_rows();
std::vector<CheckRow> operator_rows();
std::vector<CheckRow> completion_rows();
std::vector<CheckRow> thread_rows();
std::vector<CheckRow> request_rows();
std::vector<CheckRow> info_rows();
std::vector<CheckRow> mutex_rows();
std::vector<CheckRow> global_arrays_rows();
std::vector<CheckRow> armci_rows();
std::vector<CheckRow> backend_rows();  // counters, dealing, matrices
std::vector<CheckRow> progress_rows();
std::vector<CheckRow> fock_rows();          // whole builds
std::vector<CheckRow> control_rows();       // faulty backends, which must be caught
std::vector<CheckRow> fock_control_rows();  // faulty builds, which must be refused
// The row of one counter over one kind of window.
CheckRow counter_row(const CounterEntry& entry, WindowKind kind);

// The text of the row's program. Throws UsageError where the row has none: "UNSUPPORTED: reason". Local.
std::string reproducer_source(const CheckRow& row);

// What a row with these violations says: pass, or fail with the first of them.
RowResult judged(const contracts::Violations& violations);

// Names per window kind: "rma-put" and kind create give "rma-put-create"; allocate, the default, "rma-put".
std::string name_with(std::string_view name, WindowKind kind);

// More ranks than cores, under an MPI that spins while it waits and never yields (all but Open MPI are taken to).
// Collective; the same on every rank.
bool waiting_is_slow(const Runtime& runtime);

// Runs one row whatever it does short of hanging or running out of memory: a UsageError or ComputationError on any
// rank is a result on every rank, agreed on over a communicator of its own. A rank that has thrown while others wait
// inside the row shows in the watchdog's report. Collective.
class RowRunner {
 public:
  explicit RowRunner(const CheckContext& context);
  RowResult run(const CheckRow& row);

 private:
  RowResult agreed(RowResult mine);
  CheckContext context_;
  Communicator comm_;
  std::vector<std::string> marks_;  // texts that the watchdog points to
};

}  // namespace fockproxy::check
