// The figures of the rows of `fockproxy counter`.
#include <fmt/format.h>

#include "app/counter/counter_report.hpp"
#include "app/shared/dealers.hpp"
#include "app/shared/dealing_report.hpp"
#include "app/shared/time_figures.hpp"

namespace fockproxy {
namespace {

// `of` gives the configuration of a row.
template <class Row, class Of>
FigureList<Row> config_figures(Of of) {
  using F = Figure<Row>;
  const auto read = [of](auto part) { return [of, part](const Row& row) { return std::invoke(part, of(row)); }; };
  const auto text = [of](const Row& row) {
    return fmt::format("{}{}", of(row).experiment_case, of(row).null ? " (null)" : "");
  };
  const auto keys = [of](const Row& row) -> const WindowInfo& { return of(row).window_info; };
  return {F("case", "case", "", "case of van Dam et al.", read(&CounterConfig::experiment_case),
            {.cell = text, .range = {.least = 1, .most = 3}}),
          F("counter", "counter", "", "counter or distributor", read(&CounterConfig::counter)),
          F("window", "window", "", "kind of window; -: the counter has none", read(&CounterConfig::window),
            {.values = window_labels()}),
          window_info_figure<Row>(keys),
          window_info_kept_figure<Row>(keys),
          F("progress", "progress", "", "the progress strategy in effect", read(&CounterConfig::progress)),
          F("null", no_column, "", "the row is a Case 2 that the program added to judge sleeping work",
            read(&CounterConfig::null))};
}

// `of` gives what one rank did, as the mean of the runs.
template <class Row, class Of>
FigureList<Row> share_figures(Of of) {
  using F = Figure<Row>;
  const auto read = [of](double RankShare::* part) { return [of, part](const Row& row) { return of(row).*part; }; };
  return {F("tasks", "tasks", "", "tasks of the rank", read(&RankShare::tasks), {.format = "{:.4g}"}),
          F("values_seconds", "getting values", "s", "getting values, including the answer that none is left",
            read(&RankShare::values)),
          F("work_seconds", "computing", "s", "computing", read(&RankShare::work)),
          F("end_seconds", "waiting at the end", "s", "from this rank's last answer until that of the last rank",
            read(&RankShare::at_end)),
          F("total_seconds", "total", "s", "from the common start until the last rank had its last answer",
            read(&RankShare::total))};
}

using Row = CounterConfig;
using F = Figure<Row>;
const Row& itself(const Row& row) { return row; }

// How a figure is read from the row's measurement.
auto of(auto part) {
  return [part](const Row& row) { return std::invoke(part, row.row); };
}

// One set of waits: the columns of its count, mean, median, 90%, 99%, 99.9% and maximum.
using Headings = std::array<std::optional<std::string>, 7>;
FigureList<Row> wait_figures(const std::string& name, const std::string& what, Waits CounterRow::* waits,
                             const Headings& headings = {}) {
  FigureList<Row> list{F(name + ".count", headings[0], "", what + ": number",
                         [waits](const Row& row) { return (row.row.*waits).distribution.count; }, {.format = "{}"})};
  const auto add = [&](const char* key, const char* part, double Distribution::* time, std::size_t heading) {
    const auto read = [waits, time](const Row& row) { return (row.row.*waits).distribution.*time; };
    const auto text = [waits, read](const Row& row) {
      return (row.row.*waits).distribution.count == 0 ? "-" : format_seconds(read(row));
    };
    list.push_back(F(name + "." + key, headings[heading], "s", what + ": " + part, read, {.cell = text}));
  };
  add("mean", "mean", &Distribution::mean, 1);
  add("median", "median", &Distribution::median, 2);
  add("p90", "90% quantile", &Distribution::p90, 3);
  add("p99", "99% quantile", &Distribution::p99, 4);
  add("p999", "99.9% quantile", &Distribution::p999, 5);
  add("maximum", "maximum", &Distribution::maximum, 6);
  list.push_back(
      histogram_figure<Row>(name + ".histogram", [waits](const Row& row) { return (row.row.*waits).histogram; }));
  return list;
}

std::string marks(const Row& c) {
  std::vector<std::string_view> words;
  if (c.disturbed) words.emplace_back("disturbed");
  if (c.scheduler_bound) words.emplace_back("scheduler-bound");
  if (!c.row.helper_inside_mpi) words.emplace_back("no helper");
  return fmt::format("{}", fmt::join(words, ", "));
}

FigureList<Row> wait_results() {
  return joined(
      FigureList<Row>{F("work_seconds", "work", "s", "computing time per task", of(&CounterRow::work))},
      wait_figures("waits.rank_1", "draws of rank 1 before the first worker ran out of tasks", &CounterRow::rank1,
                   {no_column, "rank 1: mean", "median", "90%", "99%", no_column, "max"}),
      wait_figures("waits.all", "such draws of all ranks", &CounterRow::all, {no_column, "all ranks: mean", "median"}),
      wait_figures("waits.root_node", "those of the root's node, without the root", &CounterRow::root_node),
      wait_figures("waits.other_nodes", "those of other nodes", &CounterRow::other_nodes),
      FigureList<Row>{
          F("degradation", "degr.", "", "(work + wait) / undisturbed work; every wait counts",
            of(&CounterRow::degradation), {.format = "{:.3f}", .range = {}}),
          F("degradation_2008", "2008", "", "(work + wait) / measured work, as in the paper of 2008",
            of(&CounterRow::degradation_2008), {.format = "{:.3f}", .range = {}}),
          F("", "total/ideal", "", "seconds / ideal_seconds",
            of([](const CounterRow& r) { return r.seconds / r.ideal_seconds; }), {.format = "{:.3f}"}),
          F("", "", "", "disturbed, scheduler_bound, or no helper was inside MPI", marks),
          F("disturbed", no_column, "", "a rank waited for a core for more than 5% of its time", &Row::disturbed),
          F("scheduler_bound", no_column, "", "sleeping work, and the wait of Case 2 is more than 5% of a task",
            &Row::scheduler_bound),
          F("helper_inside_mpi", no_column, "", "the helper thread, if there is one, did not leave MPI",
            of(&CounterRow::helper_inside_mpi))});
}

FigureList<Row> dealing_results() {
  return joined(
      FigureList<Row>{
          F("workers", "workers", "", "ranks that asked for tasks", of(&CounterRow::workers), {.format = "{}"}),
          F("tasks", "tasks", "", "tasks of all runs", of(&CounterRow::tasks)),
          F("runs", no_column, "", "number of runs", of(&CounterRow::runs)),
          F("values_per_second", "values/s", "1/s", "counter values drawn per second",
            of(&CounterRow::values_per_second), {.format = "{:.4g}"}),
          F("fairness", "fairness", "", "Jain's index of the workers' numbers of draws", of(&CounterRow::fairness),
            {.format = "{:.3f}"}),
          F("longest_run", "longest run", "", "consecutive draws by one rank", of(&CounterRow::longest_run),
            {.format = "{}"}),
          F("ideal_work_seconds", no_column, "s", "computing time per task, as calibrated",
            of(&CounterRow::ideal_work)),
          F("work_slowdown", "work/ideal", "", "work_seconds / ideal_work_seconds", of(&CounterRow::work_slowdown),
            {.format = "{:.3f}", .range = {}}),
          F("cpu_seconds", "CPU/ideal", "s", "CPU time per task; the column has its ratio to ideal_work_seconds",
            of(&CounterRow::cpu),
            {.cell = [](const Row& row) { return fmt::format("{:.3f}", row.row.cpu / row.row.ideal_work); }}),
          F("poll_share", "polls", "", "polls of the computing threads, share of undisturbed work",
            of(&CounterRow::poll_share), {.format = "{:.1f}%", .range = {}}),
          F("helper_cpu_share", "helper CPU", "", "CPU time of the helpers, share of undisturbed work",
            of(&CounterRow::helper_cpu_share), {.format = "{:.1f}%", .range = {}}),
          F("run_queue_share", "run queue", "", "largest share of a worker's time spent ready to run without a core",
            of(&CounterRow::run_queue_share), {.format = "{:.1f}%", .range = {}})},
      wait_figures("waits.tail", "later draws of all ranks", &CounterRow::tail, {"tail: draws", "mean"}),
      FigureList<Row>{
          F("seconds", no_column, "s", "one run, until the last worker had no task left: median",
            of(&CounterRow::seconds)),
          F("ideal_seconds", no_column, "s", "one run: undisturbed work shared out evenly, no waiting",
            of(&CounterRow::ideal_seconds)),
          F("dealing", no_column, "", "counts of the distributor other than draws",
            Reading<Row>([](const Row& row) { return statistics_json(row.row.statistics); },
                         {{"type", "object"}, {"additionalProperties", {{"type", "integer"}, {"minimum", 0}}}})),
          F("by_rank", no_column, "", "what each rank did, mean of the runs",
            rows_of<Row>(share_figures<RankShare>([](const RankShare& share) { return share; }),
                         of(&CounterRow::by_rank)))});
}

Figures<Row> with(FigureList<Row> results) {
  return {.identity = config_figures<Row>(itself),
          .results = std::move(results),
          .outcome = [](const Row& row) { return Outcome{.unsupported = row.unsupported, .fault = row.row.fault}; },
          .name = config_name};
}

}  // namespace

std::string config_name(const CounterConfig& c) {
  return fmt::format("case {}, {}, window {}{}, progress {}", c.experiment_case, c.counter, c.window,
                     in_name(c.window_info), c.progress);
}

Figures<CounterConfig> counter_wait_figures() { return with(wait_results()); }
Figures<CounterConfig> counter_dealing_figures() { return with(dealing_results()); }
Figures<CounterConfig> counter_figures() { return with(joined(wait_results(), dealing_results())); }

Figures<RankRow> counter_rank_figures() {
  return {.identity =
              joined(config_figures<RankRow>([](const RankRow& row) -> const CounterConfig& { return *row.config; }),
                     FigureList<RankRow>{Figure<RankRow>("", "rank", "", "rank", &RankRow::rank, {.format = "{}"})}),
          .results = share_figures<RankRow>(
              [](const RankRow& row) -> const RankShare& { return row.config->row.by_rank[row.rank]; })};
}

}  // namespace fockproxy
