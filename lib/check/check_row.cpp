#include "check/check_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "support/error.hpp"

namespace fockproxy::check {
namespace {

// Whether the row nearly repeats another one. Its window kind may be made like another kind (a ghost's by
// MPI_Win_create). Or it tests a part of the program on a kind that the rows on MPI itself already test.
bool repeats_another(const CheckRow& row) {
  const auto is_of = [&](WindowKind kind) { return row.name.find(name_with("", kind)) != std::string::npos; };
  const bool about_mpi = row.section != "Counters" && row.section != "Matrices" && row.section != "Mutexes" &&
                         row.section != "Info keys of windows";
  return is_of(WindowKind::ghost) || is_of(WindowKind::allocate_noshm) || (!about_mpi && is_of(WindowKind::create));
}

// What this job lacks to run the row; empty if nothing.
std::string missing(const CheckRow& row, const CheckContext& context) {
  const Runtime& runtime = context.runtime;
  if (row.needs.global_arrays && !runtime.has_global_arrays()) return "needs Global Arrays, which were not started";
  if (row.needs.openshmem && !runtime.has_openshmem())
    return "needs OpenSHMEM, which check starts only for rows that --only names";
  if (row.needs.thread_level > runtime.thread_level_provided())
    return fmt::format("needs thread level {}, and this job has {}", thread_level_name(row.needs.thread_level),
                       thread_level_name(runtime.thread_level_provided()));
  if (row.ranks > runtime.world().size())
    return fmt::format("needs {} ranks, and this job has {}", row.ranks, runtime.world().size());
  if (context.all && context.brief && repeats_another(row)) return "would take long with so many ranks per core";
  return "";
}

std::string without_prefix(const std::string& text, std::string_view prefix) {
  const auto at = text.find(prefix);
  return at == std::string::npos ? text : text.substr(0, at) + text.substr(at + prefix.size());
}

// The names of the rows that have a program, without the window kinds: "window, fetch-and-op, ...". The rows on device
// memory are many and have names of one kind.
std::string rows_with_one() {
  std::string names;
  for (const CheckRow& row : all_rows())
    if (!row.reproducer.pieces.empty() && row.section != device_memory_section && !row.name.ends_with("-create") &&
        !row.name.ends_with("-noshm"))
      names += (names.empty() ? "" : ", ") + row.name;
  return names;
}

}  // namespace

std::string reproducer_source(const CheckRow& row) {
  if (row.reproducer.pieces.empty())
    throw AgreedUsageError(
        fmt::format("--reproducer {}: UNSUPPORTED: the row is about more than MPI alone, or measures; rows with one, "
                    "and their -create and -allocate-noshm: {}; and each device-... row",
                    row.name, rows_with_one()));
  return reproducer_source(row.reproducer, row.name, row.summary);
}

RowResult judged(const contracts::Violations& violations) {
  if (violations.empty()) return {};
  const std::string more = violations.size() > 1 ? fmt::format(" (and {} more)", violations.size() - 1) : "";
  return {Status::fail, violations.front() + more};
}

std::string name_with(std::string_view name, WindowKind kind) {
  return kind == WindowKind::allocate ? std::string(name) : fmt::format("{}-{}", name, to_string(kind));
}

bool waiting_is_slow(const Runtime& runtime) {
  const bool yields =
      runtime.mpi_library().starts_with("Open MPI") || runtime.world().min(waits_can_yield() ? 1 : 0) == 1;
  return runtime.ranks_per_core() > (yields ? 2 : 1);
}

std::vector<CheckRow> all_rows() {
  std::vector<CheckRow> all;
  // Rows on requests run last of those that can fail. On MPICH 4.0.2 with 16 ranks, an MPI_Get_accumulate of a derived
  // type, some rows after MPI_Rget of such types, ended the job by an assertion of the library on the type's size.
  for (const auto& rows :
       {window_rows(), atomic_rows(), operator_rows(), patch_rows(), completion_rows(), info_rows(), thread_rows(),
        device_rows(), mutex_rows(), global_arrays_rows(), armci_rows(), backend_rows(), fock_rows(), control_rows(),
        fock_control_rows(), request_rows(), progress_rows()})
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

RowRunner::RowRunner(const CheckContext& context) : context_(context), comm_(context.runtime.world().handle()) {
  if (context.runtime.ranks_per_core() > 1) yielding_.emplace();
}

RowResult RowRunner::run(const CheckRow& row) {
  context_.watchdog.locate("between two rows");
  marks_ = {row.name, row.name + ": done, waiting for the other ranks", ""};
  context_.watchdog.mark(marks_[0].c_str());
  if (const std::string reason = missing(row, context_); !reason.empty()) return {Status::not_run, reason};
  RowResult mine;
  try {
    mine = row.run(context_);
  } catch (const UsageError& error) {
    mine = {Status::unsupported, without_prefix(error.what(), "UNSUPPORTED: ")};
  } catch (const ComputationError& error) {
    mine = {Status::fail, error.what()};
    marks_[2] = fmt::format("{}: {}; waiting for the other ranks", row.name, error.what());
  }
  context_.watchdog.locate(marks_[marks_[2].empty() ? 1 : 2].c_str());
  return agreed(mine);
}

// One reduction finds the worst status and, for both texts, the lowest rank that has this status and a text. If ranks
// spin and share cores, each collective takes milliseconds.
RowResult RowRunner::agreed(const RowResult& mine) {
  const std::int64_t ranks = comm_.size();
  const auto key = [&](const std::string& text) {
    return static_cast<std::int64_t>(mine.status) * (ranks + 1) + (text.empty() ? 0 : ranks - comm_.rank());
  };
  std::array<std::int64_t, 2> keys = {key(mine.detail), key(mine.cure)};
  comm_.reduce_all(std::span<std::int64_t>(keys), MPI_MAX);
  const auto text_of = [&](std::int64_t largest, const std::string& text) {
    const std::int64_t first = largest % (ranks + 1);
    return first == 0 ? std::string() : comm_.broadcast(text, static_cast<int>(ranks - first));
  };
  return {static_cast<Status>(keys[0] / (ranks + 1)), text_of(keys[0], mine.detail), text_of(keys[1], mine.cure)};
}

}  // namespace fockproxy::check
