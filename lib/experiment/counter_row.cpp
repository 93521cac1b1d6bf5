#include "experiment/counter_row.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fockproxy {
namespace {

Waits waits_of(const std::vector<double>& seconds) {
  Waits waits{distribution_of(seconds), {}};
  for (const double s : seconds) waits.histogram.add(s);
  return waits;
}

// The rank asked for values and never got one, because others did all tasks meanwhile.
bool starved(const RankRun& rank) { return rank.works && rank.tasks == 0; }

struct Samples {
  std::vector<double> rank1, all, root_node, other_nodes, tail;

  void add(std::size_t rank, const std::vector<int>& node_of_rank, double wait) {
    all.push_back(wait);
    if (rank == 1) rank1.push_back(wait);
    if (rank > 0) (node_of_rank[rank] == node_of_rank[0] ? root_node : other_nodes).push_back(wait);
  }
};

void sort_samples(const CounterRun& run, const std::vector<int>& node_of_rank, Samples& samples) {
  double first_dry = std::numeric_limits<double>::infinity();
  for (const RankRun& rank : run.ranks)
    if (rank.tasks > 0) first_dry = std::min(first_dry, rank.end - rank.last_wait);
  for (std::size_t r = 0; r < run.draws.size(); ++r) {
    // The rank waited at least this long for its first value.
    if (starved(run.ranks[r])) samples.add(r, node_of_rank, run.ranks[r].last_wait);
    for (const TicketDraw& draw : run.draws[r]) {
      const double wait = draw.end - draw.begin;
      if (draw.begin >= first_dry) samples.tail.push_back(wait);
      else samples.add(r, node_of_rank, wait);
    }
  }
}

void add_shares(const CounterRun& run, std::size_t runs, std::vector<RankShare>& by_rank) {
  by_rank.resize(run.ranks.size());
  double end = 0;
  for (const RankRun& rank : run.ranks) end = std::max(end, rank.end);
  const auto mean = [runs](double value) { return value / static_cast<double>(runs); };
  for (std::size_t r = 0; r < run.ranks.size(); ++r) {
    const RankRun& rank = run.ranks[r];
    RankShare& share = by_rank[r];
    double values = rank.last_wait;
    for (const TicketDraw& draw : run.draws[r]) values += draw.end - draw.begin;
    share.tasks += mean(static_cast<double>(rank.tasks));
    share.values += mean(values);
    share.work += mean(rank.work);
    share.at_end += mean(end - rank.end);
    share.total += mean(end - rank.begin);
  }
}

double median(std::vector<double> values) { return distribution_of(std::move(values)).median; }

// Sums over ranks and runs, in seconds.
struct Totals {
  double ideal = 0, work = 0, cpu = 0, wait = 0, poll = 0, helper_cpu = 0;
  std::vector<double> seconds, ideal_seconds;  // one for each run that had a worker
  std::vector<double> draws;                   // by rank; negative for ranks that never work

  // Adds the ranks of a run, and adds to `row` the values that the row itself sums.
  void add(const CounterRun& run, CounterRow& row) {
    double begin = std::numeric_limits<double>::infinity(), end = 0, ideal_of_run = 0;
    int workers = 0;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
      const RankRun& rank = run.ranks[r];
      row.helper_inside_mpi = row.helper_inside_mpi && rank.helper_inside_mpi;
      poll += rank.poll;
      helper_cpu += rank.helper_cpu;
      row.statistics += rank.statistics;
      if (!rank.works) continue;
      ++workers;
      if (starved(rank)) wait += rank.last_wait;
      row.tasks += rank.tasks;
      ideal_of_run += rank.ideal;
      work += rank.work;
      cpu += rank.cpu;
      begin = std::min(begin, rank.begin);
      end = std::max(end, rank.end);
      draws[r] = std::max(draws[r], 0.0) + static_cast<double>(run.draws[r].size());
      for (const TicketDraw& draw : run.draws[r]) wait += draw.end - draw.begin;
      row.run_queue_share = std::max(row.run_queue_share, rank.run_queue / (rank.end - rank.begin));
    }
    ideal += ideal_of_run;
    row.workers = std::max(row.workers, workers);
    row.longest_run = std::max(row.longest_run, longest_run(run.draws));
    if (workers == 0) return;
    seconds.push_back(end - begin);
    ideal_seconds.push_back(ideal_of_run / workers);
  }
};

}  // namespace

CounterRow summarise(const std::vector<CounterRun>& runs, const std::vector<int>& node_of_rank) {
  CounterRow row;
  for (const CounterRun& run : runs)
    if (row.fault.empty()) row.fault = run.fault;
  if (!row.fault.empty()) return row;

  Samples samples;
  Totals t;
  t.draws.assign(node_of_rank.size(), -1.0);
  for (const CounterRun& run : runs) {
    sort_samples(run, node_of_rank, samples);
    t.add(run, row);
    add_shares(run, runs.size(), row.by_rank);
  }
  row.runs = static_cast<std::int64_t>(runs.size());
  row.rank1 = waits_of(samples.rank1);
  row.all = waits_of(samples.all);
  row.root_node = waits_of(samples.root_node);
  row.other_nodes = waits_of(samples.other_nodes);
  row.tail = waits_of(samples.tail);
  if (row.tasks == 0) return row;
  const auto tasks = static_cast<double>(row.tasks);
  row.ideal_work = t.ideal / tasks;
  row.work = t.work / tasks;
  row.cpu = t.cpu / tasks;
  row.seconds = median(t.seconds);
  row.ideal_seconds = median(t.ideal_seconds);
  std::erase(t.draws, -1.0);  // idle and serving ranks draw nothing, which is not unfair
  const double all_draws = std::accumulate(t.draws.begin(), t.draws.end(), 0.0);
  row.values_per_second = all_draws / std::accumulate(t.seconds.begin(), t.seconds.end(), 0.0);
  row.fairness = jain_fairness(t.draws);
  row.degradation = (t.work + t.wait) / t.ideal;
  row.degradation_2008 = (t.work + t.wait) / t.work;
  row.work_slowdown = t.work / t.ideal;
  row.poll_share = t.poll / t.ideal;
  row.helper_cpu_share = t.helper_cpu / t.ideal;
  return row;
}

}  // namespace fockproxy
