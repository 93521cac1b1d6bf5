#include "counters/node_distributor.hpp"

#include <thread>
#include <utility>

#include "counters/counter_distributor.hpp"
#include "parallel/node_ranks.hpp"

namespace fockproxy {

namespace {

// Frees the handle after Communicator has duplicated it.
struct SplitComm {
  SplitComm(const Communicator& world, int ranks_per_node) {
    NodeRanks memory(world);
    const int color = ranks_per_node > 0 ? world.rank() / ranks_per_node : 0;
    const int code = MPI_Comm_split(memory.comm, color, world.rank(), &handle);
    MPI_Comm_free(&memory.comm);
    check_mpi(code, "MPI_Comm_split");
  }
  ~SplitComm() { MPI_Comm_free(&handle); }
  SplitComm(const SplitComm&) = delete;
  SplitComm& operator=(const SplitComm&) = delete;
  MPI_Comm handle = MPI_COMM_NULL;
};

}  // namespace

NodeDistributor::NodeDistributor(const Communicator& world, int ranks_per_node, std::unique_ptr<Counter> counter,
                                 std::int64_t chunk, std::shared_ptr<const Schedule> schedule, const Workers& workers)
    : node_(SplitComm(world, ranks_per_node).handle),
      tickets_(world, node_),
      counter_(std::move(counter)),
      chunk_(chunk),
      schedule_(std::move(schedule)),
      workers_(workers) {}

void NodeDistributor::begin(std::int64_t tasks) {
  finish();
  tickets_.clear();
  counter_->reset(0);
  tasks_ = tasks;
  all_tickets_ = schedule_->tickets(tasks);
  log_.clear();
  draws_ = refills_ = waits_ = 0;
  if (works()) share_ = schedule_->share(workers_.mine, tasks);
  finished_ = false;
}

std::optional<PositionRange> NodeDistributor::next() {
  if (finished_) return std::nullopt;
  if (!works()) {
    finish();
    return std::nullopt;
  }
  if (share_) return std::exchange(share_, std::nullopt);
  const std::optional<PositionRange> range = schedule_->range(draw(), tasks_);
  if (range) ++draws_;
  else finish();
  return range;
}

void NodeDistributor::finish() {
  if (finished_) return;
  finished_ = true;
  share_.reset();
  counter_->finish();
}

Ticket NodeDistributor::draw() {
  for (;;) {
    if (const auto ticket = tickets_.take()) return *ticket;
    if (tickets_.start_refill()) refill();
    else wait_for_refill();
  }
}

void NodeDistributor::refill() {
  // Another rank may have refilled since this rank's last look.
  if (tickets_.empty()) {
    const std::int64_t first = timed_draw(log_, *counter_, [&] { return counter_->fetch_add(chunk_); });
    ++refills_;
    if (first >= all_tickets_) ++log_.past_end;
    tickets_.refill(first, end_of_refill(first, chunk_, all_tickets_));
  }
  tickets_.finish_refill();
}

void NodeDistributor::wait_for_refill() {
  ++waits_;
  log_.timed(counter_->home_rank(), 0, [&] {
    int found = 0;
    while (tickets_.refilling()) {
      check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, node_.handle(), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
      std::this_thread::yield();
    }
    return found;
  });
}

std::vector<Statistic> NodeDistributor::statistics() const {
  return {{"node draws", draws_}, {"node refills", refills_}, {"node waits", waits_}};
}

std::unique_ptr<Distributor> make_node_distributor(const DistributorContext& context) {
  const Communicator& world = context.runtime.world();
  const DistributorOptions& options = context.options;
  auto counter = supported(*options.node_counter, "counter").make({context.runtime, context.window, context.heartbeat});
  const Workers workers = agree_on_workers(world, may_work(world, options) && counter->draws());
  return std::make_unique<NodeDistributor>(world, options.ranks_per_node, std::move(counter), options.node_chunk,
                                           options.schedule->make(options.chunk, workers.count), workers);
}

}  // namespace fockproxy
