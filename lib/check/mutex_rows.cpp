// Rows on mutexes: a canary that only the mutex protects must survive, and must die without the mutex.
#include "check/check_row.hpp"
#include "contracts/mutex_contract.hpp"

namespace fockproxy::check {
namespace {

RowResult canary(const CheckContext& context, const MutexEntry& entry, WindowKind kind) {
  const Communicator& comm = context.runtime.world();
  const auto mutex = entry.make(comm, kind);
  return judged(contracts::check_mutex(comm, *mutex, kind, context.brief ? 3 : 30));
}

}  // namespace

std::vector<CheckRow> mutex_rows() {
  std::vector<CheckRow> rows;
  for (const MutexEntry& entry : mutex_table())
    for (const WindowKind kind : window_kinds)
      rows.push_back({.name = name_with("mutex-" + std::string(entry.name), kind),
                      .section = "Mutexes",
                      .summary = std::string(entry.summary),
                      .cure = "another --window",
                      .needs = {},
                      .run = [&entry, kind](const CheckContext& context) { return canary(context, entry, kind); }});
  return rows;
}

}  // namespace fockproxy::check
