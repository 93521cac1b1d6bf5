// Rows on Global Arrays and ARMCI.
#include <algorithm>

#include <fmt/format.h>

#include "check/ga_checks.hpp"
#include "parallel/global_arrays.hpp"

namespace fockproxy::check {
namespace {

constexpr const char* variable = "ARMCI_USE_WIN_ALLOCATE";

// Put, get, access and accumulate on ragged one-dimensional arrays. With this pattern MPICH 4.0.2 gives wrong results.
RowResult ragged(const CheckContext& context) {
  const Runtime& runtime = context.runtime;
  if (!runtime.has_global_arrays()) throw AgreedUsageError(without_global_arrays);
  if (const std::string found = runtime.global_arrays()->self_test(runtime.world()); !found.empty())
    return {Status::fail, found};
  const auto cure =
      std::ranges::find_if(runtime.cures(), [](const std::string& text) { return text.starts_with(variable); });
  return cure == runtime.cures().end() ? RowResult{} : RowResult{Status::cured, *cure};
}

using Checker = contracts::Violations (*)(const CheckContext&);

CheckRow ga_row(const char* name, const char* section, const char* summary,
                std::function<RowResult(const CheckContext&)> run) {
  RuntimeOptions needs;
  needs.global_arrays = built_with_global_arrays();
  return {.name = name,
          .section = section,
          .summary = summary,
          .cure = std::string(variable) + "=0",
          .needs = needs,
          .run = std::move(run)};
}

std::function<RowResult(const CheckContext&)> judging(Checker checker) {
  return [checker](const CheckContext& context) { return judged(checker(context)); };
}

CheckRow nonblocking(const char* name, const char* summary, NonBlocking call) {
  return ga_row(name, "Global Arrays", summary,
                [call](const CheckContext& context) { return judged(check_ga_nonblocking(context, call)); });
}

}  // namespace

contracts::Violations each_once(const Communicator& comm, const std::vector<std::int64_t>& mine) {
  std::vector<std::int64_t> all = comm.gather(std::span<const std::int64_t>(mine));
  std::ranges::sort(all);
  contracts::Violations at_root;
  for (std::size_t i = 0; i < all.size() && at_root.empty(); ++i)
    if (all[i] != static_cast<std::int64_t>(i))
      at_root.push_back(fmt::format("the {}-th smallest value is {}", i, all[i]));
  return contracts::of_root(comm, at_root);
}

std::vector<CheckRow> global_arrays_rows() {
  return {ga_row("ga-ragged", "Global Arrays", "put, get, accumulate and local access on ragged arrays", ragged),
          ga_row("ga-patches", "Global Arrays", "patches across owners: put, get, accumulate, access after sync",
                 judging(check_ga_patches)),
          ga_row("ga-read-inc", "Global Arrays", "NGA_Read_inc under contention", judging(check_ga_read_inc)),
          nonblocking("ga-nbput", "NGA_NbPut, 1 to 255 in flight", NonBlocking::put),
          nonblocking("ga-nbget", "NGA_NbGet, 1 to 255 in flight", NonBlocking::get),
          nonblocking("ga-nbacc", "NGA_NbAcc, 1 to 255 in flight", NonBlocking::accumulate)};
}

std::vector<CheckRow> armci_rows() {
  return {ga_row("armci-strided", "ARMCI", "strided put, get and accumulate", judging(check_armci_strided)),
          ga_row("armci-rmw", "ARMCI", "ARMCI_Rmw under contention", judging(check_armci_rmw))};
}

}  // namespace fockproxy::check
