// Rows on fockproxy's own backends: every counter, distributor, schedule and matrix of the tables must fulfil its
// contract.
#include <algorithm>

#include "check/check_row.hpp"
#include "check/watched.hpp"
#include "contracts/counter_contract.hpp"
#include "contracts/matrix_contract.hpp"
#include "counters/counter_distributor.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr const char* ga_cure = "ARMCI_USE_WIN_ALLOCATE=0";

// Checks the counter's contract, then deals its tickets as tasks.
RowResult counter_contract(const CheckContext& context, const CounterEntry& entry, const std::string& name,
                           WindowKind kind) {
  if (!entry.make) throw AgreedUsageError(std::string(entry.unsupported));
  const Communicator& comm = context.runtime.world();
  CallLocator locator(context.watchdog, name);
  const auto make = [&] { return std::make_unique<WatchedCounter>(entry.make({context.runtime, kind, {}}), locator); };
  auto counter = make();
  auto other = make();
  WatchedProgress progress(find_progress(entry.progress).make(context.runtime), locator);
  progress.start();
  Violations found =
      contracts::check_counter(comm, *counter, *other, context.brief ? 4 : 20, context.runtime.nodes() == 1);
  if (found.empty()) {
    CounterDistributor distributor(std::move(counter), FixedSchedule(3));
    found = contracts::check_distributor(comm, distributor, context.brief ? 10 : 101);
  }
  progress.stop();
  return judged(found);
}

// Checks a distributor, or tickets of the counter mpi3, with these options.
RowResult dealing_contract(const CheckContext& context, const std::string& name, Choice<Dealer> dealer,
                           const DistributorOptions& options) {
  CallLocator locator(context.watchdog, name);
  WatchedDistributor distributor(make_distributor(dealer, {context.runtime, WindowKind::allocate, options}), locator);
  return judged(contracts::check_distributor(context.runtime.world(), distributor, context.brief ? 10 : 101));
}

// Both ways of issuing and both of completing, but not all four combinations; only one of each if waits take long.
RowResult matrix_contract(const CheckContext& context, const MatrixEntry& entry, const std::string& name,
                          MatrixOptions options) {
  if (!entry.make) throw AgreedUsageError(std::string(entry.unsupported));
  const Communicator& comm = context.runtime.world();
  CallLocator locator(context.watchdog, name);
  Violations found;
  for (const auto& [issue, completion] :
       {std::pair{Issue::each, AccumulateCompletion::local}, std::pair{Issue::batch, AccumulateCompletion::remote}}) {
    if (context.brief && issue == Issue::each) continue;
    options.issue = issue;
    options.completion = completion;
    const contracts::MatrixMaker make = [&](const BlockLayout& layout) -> std::unique_ptr<DistributedMatrix> {
      return std::make_unique<WatchedMatrix>(entry.make({context.runtime, options}, layout, "check"), locator);
    };
    found = contracts::check_matrix(comm, make, completion,
                                    context.brief ? contracts::few_contract_layouts() : contracts::contract_layouts());
    for (std::string& violation : found)
      violation = std::string(to_string(issue)) + ", " + std::string(to_string(completion)) + ": " + violation;
    if (!found.empty()) break;
  }
  return judged(found);
}

void add_counter_rows(std::vector<CheckRow>& rows) {
  for (const CounterEntry& entry : counter_table())
    for (const WindowKind kind : window_kinds)
      if (entry.has_windows || kind == WindowKind::allocate) rows.push_back(counter_row(entry, kind));
}

CheckRow dealing_row(const std::string& name, std::string_view summary, Choice<Dealer> dealer,
                     const DistributorOptions& options) {
  return {.name = name,
          .section = "Dealing of tasks",
          .summary = std::string(summary),
          .cure = "another --counter or --schedule",
          .needs = {},
          .run = [name, dealer, options](const CheckContext& context) {
            return dealing_contract(context, name, dealer, options);
          }};
}

void add_dealing_rows(std::vector<CheckRow>& rows) {
  DistributorOptions options;
  options.chunk = 3;
  for (const DistributorEntry& entry : distributor_table())
    rows.push_back(dealing_row("distributor-" + std::string(entry.name), entry.summary, entry.name, options));
  for (const ScheduleEntry& entry : schedule_table()) {
    options.schedule = entry;
    rows.push_back(dealing_row("schedule-" + std::string(entry.name), entry.summary, "mpi3", options));
  }
}

// A property of an `rma` matrix beside the window kind, and the name of its row.
struct MatrixVariant {
  const char *suffix, *words;
  BlockStorage storage = BlockStorage::tiled;
  Epoch epoch = Epoch::whole;
};
constexpr MatrixVariant variants[] = {{"", ""},
                                      {"-strided", ", strided", BlockStorage::strided},
                                      {"-rows", ", whole rows", BlockStorage::rows},
                                      {"-epochs", ", an epoch for each operation", BlockStorage::tiled, Epoch::each}};

void add_matrix_rows(std::vector<CheckRow>& rows) {
  for (const MatrixEntry& entry : matrix_table())
    for (const WindowKind kind : window_kinds)
      for (const MatrixVariant& variant : variants) {
        const bool plain = kind == WindowKind::allocate && *variant.suffix == '\0';
        if (!entry.has_windows && !plain) continue;
        const std::string name = name_with("matrix-" + std::string(entry.name), kind) + variant.suffix;
        RuntimeOptions needs;
        needs.global_arrays = entry.needs_global_arrays && entry.make;
        needs.openshmem = entry.needs_openshmem && entry.make;
        rows.push_back({.name = name,
                        .section = "Matrices",
                        .summary = std::string(entry.summary) + variant.words,
                        .cure = entry.needs_global_arrays ? ga_cure : "another --matrix, --window, --layout or --epoch",
                        .needs = needs,
                        .run = [&entry, name, kind, variant](const CheckContext& context) {
                          MatrixOptions options;
                          options.window = kind;
                          options.storage = variant.storage;
                          options.epoch = variant.epoch;
                          return matrix_contract(context, entry, name, options);
                        }});
      }
}

}  // namespace

CheckRow counter_row(const CounterEntry& entry, WindowKind kind) {
  const std::string name = name_with("counter-" + std::string(entry.name), kind);
  RuntimeOptions needs;
  needs.thread_level = std::max(entry.thread_level, find_progress(entry.progress).thread_level);
  needs.global_arrays = entry.needs_global_arrays && entry.make;
  needs.openshmem = entry.needs_openshmem && entry.make;
  return {
      .name = name,
      .section = "Counters",
      .summary = std::string(entry.summary),
      .cure = entry.needs_global_arrays ? ga_cure : "another --counter or --window",
      .needs = needs,
      .run = [entry, name, kind](const CheckContext& context) { return counter_contract(context, entry, name, kind); }};
}

std::vector<CheckRow> backend_rows() {
  std::vector<CheckRow> rows;
  add_counter_rows(rows);
  add_dealing_rows(rows);
  add_matrix_rows(rows);
  return rows;
}

}  // namespace fockproxy::check
