#include "app/shared/fock_settings.hpp"

#include <algorithm>
#include <charconv>

#include "app/shared/sizes.hpp"
#include "eri/simd_path.hpp"
#include "parallel/ghost_segments.hpp"

namespace fockproxy {
namespace {

Setting device_wait_setting(Choice<DeviceWaitEntry>& wait, const std::string& work) {
  return {.name = "device-wait",
          .place = place(wait),
          .summary = "how a rank waits for the device of " + work,
          .values = values_of(device_wait_table()),
          .label = "waits by {}",
          .see = "counters-and-progress.md#devices"};
}

Setting device_path_setting(IntegralOptions& integrals) {
  return {.name = "device-path",
          .place = TextPlace{[&integrals] { return std::string(integrals.effective_device_path().name); },
                             [&integrals](const std::string& name) { integrals.device_path = name; }},
          .summary =
              "where the device of --integrals emulated or gpu keeps the blocks of its tasks (default: staged with "
              "gpu, else host)",
          .values = values_of(device_path_table()),
          .label = "{} blocks of the device",
          .see = "counters-and-progress.md#devices"};
}

Setting device_streams_setting(int& streams) {
  return {.name = "device-streams",
          .place = &streams,
          .summary =
              "number of parts of a batch, with --device-path staged or pageable: with staged, the device of "
              "--integrals emulated or gpu copies one part while it computes another",
          .range = {.least = 1, .most = 64},
          .label = "{} streams of the device",
          .see = "counters-and-progress.md#devices"};
}

constexpr double largest_chunk = 1e9;  // keeps ticket numbers times this far below 2^63
constexpr double longest_microseconds = 60e6;

std::vector<SettingValue> dealer_values() {
  std::vector<SettingValue> values;
  for (const Dealer& dealer : dealer_table())
    values.push_back({std::string(dealer.name),
                      std::string(dealer.distributor ? dealer.distributor->summary : dealer.counter->summary)});
  return values;
}

std::vector<SettingValue> window_values() {
  return {{"allocate", "MPI_Win_allocate"},
          {"create", "MPI_Win_create over our own memory"},
          {"allocate-noshm", "MPI_Win_allocate with alloc_shm=false (MPICH)"},
          {"ghost", "memory that the node shares, exposed by the ranks of --ghosts"}};
}

Place simd_place(const eri::SimdPath*& path) {
  return TextPlace{[&path] { return path ? std::string(path->name) : "auto"; },
                   [&path](const std::string& name) { path = find_entry(eri::simd_paths(), name); }};
}

Place sum_method_place(MatrixSumOptions& sum) {
  return TextPlace{[&sum] { return sum.method ? sum.method->name() : "auto"; },
                   [&sum](const std::string& name) {
                     if (name == "auto") sum.method.reset();
                     else sum.method = Choice<GlobalSumEntry>(name);
                   }};
}

Place sum_chunk_place(MatrixSumOptions& sum) {
  return TextPlace{[&sum] {
                     const std::size_t bytes = sum.chunk * sizeof(double);
                     return bytes % (1 << 20) == 0   ? std::to_string(bytes >> 20) + "M"
                            : bytes % (1 << 10) == 0 ? std::to_string(bytes >> 10) + "k"
                                                     : std::to_string(bytes);
                   },
                   [&sum](const std::string& text) {
                     sum.chunk = std::max<std::size_t>(parse_bytes("", text, 1 << 30) / sizeof(double), 1);
                   }};
}

Place rank_set_place(RankSet& ranks) {
  return TextPlace{[&ranks] { return ranks.str(); },
                   [&ranks](const std::string& text) { ranks = RankSet::parse(text); }};
}

constexpr const char* window_info_page = "counters-and-progress.md#info-keys-of-windows";

Place window_info_place(WindowInfo& info) {
  return TextPlace{[&info] { return info.word(); },
                   [&info](const std::string& word) { info = WindowInfo::parse(word); }};
}

Place window_infos_place(std::vector<WindowInfo>& infos) {
  return ListPlace{[&infos] {
                     std::vector<std::string> words;
                     for (const WindowInfo& info : infos) words.push_back(info.word());
                     return words;
                   },
                   [&infos](const std::vector<std::string>& pieces) { infos = WindowInfo::parse_list(pieces); }};
}

Place ghosts_place() {
  return TextPlace{[] { return std::to_string(ghosts_per_node()); },
                   [](const std::string& text) {
                     constexpr int most = 1'000'000;
                     int ghosts = 0;
                     const char* const end = text.data() + text.size();
                     const auto [rest, error] = std::from_chars(text.data(), end, ghosts);
                     if (error != std::errc() || rest != end || ghosts < 1 || ghosts > most)
                       throw UsageError("must be between 1 and " + std::to_string(most));
                     set_ghosts_per_node(ghosts);
                   }};
}

}  // namespace

Settings integral_settings(IntegralOptions& integrals) {
  std::vector<std::string> paths{""};
  for (const eri::SimdPath& path : eri::simd_paths()) paths.emplace_back(path.name);
  return {{.name = "threshold",
           .place = &integrals.threshold,
           .summary = "screening threshold tau, hartree; 0 computes every quartet",
           .range = {.least = 0, .most = 0.01},
           .meaning = Meaning::problem,
           .see = "computed-and-verified.md#accuracy"},
          {.name = "integrals",
           .place = place(integrals.source),
           .summary = "source of the integrals",
           .values = values_of(engine_table()),
           .meaning = Meaning::problem,
           .objections = {{"emulated", "computes on a device that is only emulated"},
                          {"team", "computes with the kernels for GPUs on a core of the host"}},
           .label = "{} integrals",
           .see = "computed-and-verified.md#which-integrals"},
          {.name = "simd",
           .place = simd_place(integrals.simd),
           .summary = "instruction set of the own kernels",
           .values = auto_or("the fastest that the processors of all ranks have", eri::simd_paths()),
           .documented = paths},
          {.name = "precision",
           .place = place(integrals.precision),
           .summary = "precision of the own kernels",
           .values = values_of(precision_table()),
           .meaning = Meaning::problem},
          device_wait_setting(integrals.device_wait, "--integrals emulated or gpu"),
          device_path_setting(integrals),
          device_streams_setting(integrals.device_streams)};
}

Setting counter_setting(Choice<Dealer>& counter) {
  return {.name = "counter",
          .place = place(counter),
          .summary = "counter or distributor that deals out the tasks",
          .values = dealer_values(),
          .label = "{}",
          .see = "counters-and-progress.md#counters"};
}

Setting prefetch_setting(DistributorOptions& dealing) {
  return {.name = "prefetch",
          .place = &dealing.prefetch,
          .summary =
              "draw the next ticket while the present tasks are computed (mpi3, mpi3-getacc, server-rank, "
              "server-thread)"};
}

Setting node_chunk_setting(DistributorOptions& dealing) {
  return {.name = "node-chunk",
          .place = &dealing.node_chunk,
          .summary = "--counter node: number of tickets per refill",
          .range = {.least = 1, .most = largest_chunk}};
}

Setting static_assignment_setting(DistributorOptions& dealing) {
  return {.name = "static-assignment",
          .place = place(
              dealing.assignment, [](Assignment a) { return to_string(a); }, parse_assignment),
          .summary = "how --counter static assigns tickets to ranks",
          .values = {{"cyclic", "in turn"},
                     {"block", "a run of consecutive tickets each"},
                     {"interleaved", "in turn, with every second round in reverse"}}};
}

Settings node_settings(DistributorOptions& dealing) {
  return {{.name = "node-counter",
           .place = place(dealing.node_counter),
           .summary = "counter that refills the nodes of --counter node",
           .values = values_of(counter_table())},
          node_chunk_setting(dealing),
          {.name = "ranks-per-node",
           .place = &dealing.ranks_per_node,
           .summary = "number of ranks that --counter node treats as one node; 0: the real nodes",
           .range = at_least(0)}};
}

Settings order_settings(OrderOptions& order) {
  return {{.name = "order",
           .place = place(order.order),
           .summary = "order in which the tasks are dealt out",
           .values = values_of(order_table())},
          {.name = "order-seed", .place = &order.seed, .summary = "seed of the shuffling"}};
}

Setting chunk_setting(DistributorOptions& dealing) {
  return {.name = "chunk",
          .place = &dealing.chunk,
          .summary = "task ids per ticket, or their minimum",
          .range = {.least = 1, .most = largest_chunk}};
}

Setting in_flight_setting(BlockOptions& blocks) {
  return {.name = "in-flight",
          .place = &blocks.in_flight,
          .summary =
              "most tasks of a ticket whose blocks are fetched, computed and sent together (only one with "
              "--prefetch-blocks or --cache merged); 0: as many as the engine of --integrals makes good use of",
          .range = {.least = 0, .most = 1024}};
}

Settings dealing_settings(FockConfig& config) {
  DistributorOptions& dealing = config.dealing;
  return joined(
      {counter_setting(config.counter),
       {.name = "schedule",
        .place = place(dealing.schedule),
        .summary = "task ids that a ticket stands for",
        .values = values_of(schedule_table())},
       chunk_setting(dealing),
       in_flight_setting(config.blocks),
       prefetch_setting(dealing),
       {.name = "prefetch-blocks",
        .place = &config.blocks.prefetch_blocks,
        .summary = "fetch KL, IL and JL of the next task while the present one is computed (--cache ijk; not --matrix "
                   "local)"},
       {.name = "node-reads",
        .place = &config.blocks.node_reads,
        .summary = "read D blocks of ranks of the same node by loads from shared memory",
        .objections = {{"", "takes loads for communications"}}},
       static_assignment_setting(dealing)},
      node_settings(dealing), order_settings(config.order),
      Settings{{.name = "idle-ranks",
                .place = &dealing.idle_ranks,
                .summary = "number of ranks, from rank 0 up, that wait inside MPI and do no tasks (Case 2)",
                .range = at_least(0)}});
}

Settings thread_settings(FockConfig& config) {
  return {{.name = "threads",
           .place = &config.threads.count,
           .summary = "threads per rank, which share the tasks that the rank draws",
           .range = {.least = 1, .most = 4096},
           .objections = {{"", "share what they fetch"}},
           .label = "threads a rank: {}",
           .see = "counters-and-progress.md#threads-in-a-rank"},
          {.name = "thread-calls",
           .place = place(config.threads.calls),
           .summary = "threads of a rank that call MPI",
           .values = values_of(thread_calls_table()),
           .label = "calls {}",
           .see = "counters-and-progress.md#threads-in-a-rank"}};
}

Setting task_sleep_setting(FockConfig& config) {
  return {.name = "task-sleep",
          .place = duration_place(config.integrals.task_sleep),
          .summary =
              "time that each task also sleeps, which counts as computing: 10ms; to study more ranks and threads "
              "than cores",
          .range = {.most = 60},
          .meaning = Meaning::problem,
          .objections = {{"", "makes tasks longer"}},
          .label = "tasks that sleep {}"};
}

Setting matrix_setting(BlockOptions& blocks) {
  std::vector<std::string> documented{"replicated"};
  for (const MatrixEntry& entry : matrix_table()) documented.emplace_back(entry.name);
  return {.name = "matrix",
          .place = place(blocks.matrix),
          .summary = "where D and F are stored",
          .values = values_of(matrix_table()),
          .objections = {{"local", "makes no communication"}},
          .documented = documented};
}

Settings block_settings(BlockOptions& blocks) {
  return {matrix_setting(blocks),
          {.name = "cache",
           .place = place(blocks.cache),
           .summary = "blocks kept between tasks",
           .values = values_of(cache_table()),
           .objections = {{"replicated", "makes no communication within a task"},
                          {"merged", "makes fewer communications a task"}}},
          {.name = "window",
           .place = place(
               blocks.matrices.window.kind, [](WindowKind kind) { return to_string(kind); }, parse_window_kind),
           .summary = "kind of our own MPI windows",
           .values = window_values()},
          {.name = "window-info",
           .place = window_info_place(blocks.matrices.window.info),
           .summary = "info keys for our own MPI windows: none, or one or more KEY=VALUE, joined by +",
           .label = "info {}",
           .see = window_info_page}};
}

Settings completion_settings(BlockOptions& blocks) {
  MatrixOptions& matrices = blocks.matrices;
  return {{.name = "layout",
           .place = place(
               matrices.storage, [](BlockStorage s) { return to_string(s); }, parse_block_storage),
           .summary = "how a block is stored at its owner (--matrix rma)",
           .values = {{"tiled", "contiguous"},
                      {"strided", "a patch of the owner's panel"},
                      {"rows", "as strided, and each operation moves whole rows of the panel"}}},
          {.name = "complete",
           .place = place(
               matrices.issue, [](Issue issue) { return to_string(issue); }, parse_issue),
           .summary = "when the operations of a task are completed",
           .values = {{"each", "every operation before the next is issued"},
                      {"batch", "those of a task together, by one flush"},
                      {"request", "those of a task together, each by its own request"}},
           .meaning = Meaning::completion},
          {.name = "epoch",
           .place = place(
               matrices.epoch, [](Epoch epoch) { return to_string(epoch); }, parse_epoch),
           .summary = "access epoch of the windows (--matrix rma)",
           .values = {{"whole", "one for the build (MPI_Win_lock_all)"},
                      {"each", "MPI_Win_lock and MPI_Win_unlock around every operation"}},
           .meaning = Meaning::completion},
          {.name = "accumulate-completion",
           .place = place(
               matrices.completion, [](AccumulateCompletion c) { return to_string(c); }, parse_accumulate_completion),
           .summary = "when an accumulate counts as complete",
           .values = {{"local", "the origin's buffer may be reused"}, {"remote", "the target's memory has changed"}},
           .meaning = Meaning::completion}};
}

Setting sum_setting(BlockOptions& blocks) {
  return {.name = "sum",
          .place = place(blocks.sum),
          .summary = "how the contributions to F are added up",
          .values = values_of(sum_table()),
          .see = "computed-and-verified.md#the-same-bits-on-every-run"};
}

Settings sum_settings(BlockOptions& blocks) {
  MatrixSumOptions& sum = blocks.matrices.sum;
  return {{.name = "global-sum",
           .place = sum_method_place(sum),
           .summary = "how the copies of F are summed over ranks (--cache replicated)",
           .values = auto_or("allreduce below 64 kB, node from there up", global_sum_table()),
           .see = "measuring.md#the-global-sum-by-itself"},
          unrecorded("sum-chunk", sum_chunk_place(sum), "bytes of F that are summed at a time: 64k, 1M")};
}

Setting progress_setting(ProgressChoice& progress) {
  return {.name = "progress",
          .place = place(progress.strategy),
          .summary = "strategy that makes communication progress on a busy rank",
          .values = values_of(progress_table()),
          .see = "counters-and-progress.md#progress"};
}

Settings device_settings(DeviceOptions& options) {
  return {{.name = "device",
           .place = place(options.device),
           .summary = "device of --work-kind device",
           .values = values_of(device_table()),
           .label = "device {}",
           .see = "counters-and-progress.md#devices"},
          device_wait_setting(options.wait, "--work-kind device")};
}

Settings progress_option_settings(ProgressOptions& options) {
  return {
      {.name = "poll-interval",
       .place = &options.poll_interval,
       .summary = "--progress poll: computing time between polls, microseconds",
       .range = {.least = 1, .most = longest_microseconds},
       .unit = 1e-6},
      {.name = "poll-burst",
       .place = &options.poll_burst,
       .summary = "--progress poll: number of calls in each poll",
       .range = {.least = 1, .most = 1e6}},
      {.name = "poll-by",
       .place = place(options.poll_by),
       .summary = "--progress poll: MPI function that a poll calls",
       .values = values_of(poll_call_table()),
       .label = "polls by {}",
       .see = "counters-and-progress.md#what-a-poll-calls"},
      {.name = "helper-sleep",
       .place = &options.helper_sleep,
       .summary = "--progress helper-poll: sleep between two calls, microseconds; 0: none",
       .range = {.least = 0, .most = longest_microseconds},
       .unit = 1e-6},
      {.name = "helper-ranks",
       .place = rank_set_place(options.helper_ranks),
       .summary = "--progress helper-*, stream: ranks with a helper: all, root, or a list like 0,2-3"},
      unrecorded(
          "ghosts", ghosts_place(),
          "--progress ghost, --window ghost: number of ghosts, the last ranks of each node, which serve the others")};
}

Settings fock_settings(FockConfig& config) {
  return joined(integral_settings(config.integrals), dealing_settings(config), thread_settings(config),
                Settings{task_sleep_setting(config)}, block_settings(config.blocks), completion_settings(config.blocks),
                Settings{sum_setting(config.blocks)}, sum_settings(config.blocks),
                Settings{progress_setting(config.progress)}, progress_option_settings(config.progress.options));
}

Setting cases_setting(std::vector<int>& cases, std::vector<SettingValue> values) {
  return unrecorded("case", place(cases), "Cases of van Dam et al. (2008)", std::move(values));
}

Setting counters_setting(std::vector<std::string>& counters) {
  return {.name = "counter",
          .place = place(counters),
          .summary = "counters or distributors",
          .values = dealer_values(),
          .key = "",
          .see = "counters-and-progress.md#counters"};
}

Setting windows_setting(std::vector<std::string>& windows, std::string summary) {
  return {
      .name = "window", .place = place(windows), .summary = std::move(summary), .values = window_values(), .key = ""};
}

Setting window_infos_setting(std::vector<WindowInfo>& infos) {
  return {.name = "window-info",
          .place = window_infos_place(infos),
          .summary = "sets of info keys for our own MPI windows; a set: none, or one or more KEY=VALUE, joined by +",
          .label = "info {}",
          .key = "",
          .see = window_info_page};
}

Setting strategies_setting(std::vector<std::string>& strategies, std::string summary) {
  return {.name = "progress",
          .place = place(strategies),
          .summary = std::move(summary),
          .values = values_of(progress_table()),
          .key = "",
          .see = "counters-and-progress.md#progress"};
}

Setting case_2_setting(int& idle_ranks) {
  return {.name = "idle-ranks",
          .place = &idle_ranks,
          .summary = "ranks that idle in Case 2, from rank 0 up",
          .range = at_least(1)};
}

void require_helper(const ProgressOptions& options, bool any_helper) {
  if (!options.helper_ranks.all() && !any_helper)
    throw UsageError("--helper-ranks needs --progress helper-* or stream (or --counter helper)");
}

void require_alone(const std::vector<std::string>& strategies, bool rows_of_case_3) {
  for (const std::string& name : strategies)
    if (find_progress(name).whole_job && (strategies.size() > 1 || rows_of_case_3))
      throw UsageError("--progress " + name + " runs for the whole job and would change the rows of other strategies" +
                       (rows_of_case_3 ? " and of Case 3" : "") + "; give it alone" +
                       (rows_of_case_3 ? ", with --case 1,2" : ""));
}

RuntimeOptions build_needs(const FockConfig& fock, const ThreadLevelOption& level) {
  RuntimeOptions needs = runtime_needs(fock);
  needs.accept_faulty_global_arrays = true;  // the stack check refuses them unless --trust-stack is given
  const std::string who = fock.threads.count > 1 && fock.threads.calls->thread_level == needs.thread_level
                              ? "--thread-calls " + fock.threads.calls.name()
                          : fock.progress.strategy.is("none") ? "--counter " + fock.counter.name()
                                                              : "--progress " + fock.progress.strategy.name();
  return level.apply(needs, who);
}

std::string objection_to(const FockConfig& config) {
  FockConfig given = config, own;
  return first_objection(fock_settings(given), fock_settings(own));
}

}  // namespace fockproxy
