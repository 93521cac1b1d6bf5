#include "app/shared/dealing_options.hpp"

#include "app/shared/dealers.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy {

namespace {

constexpr std::int64_t largest_chunk = 1'000'000'000;  // ticket numbers times this stay far below 2^63

void require_chunk(const std::string& option, std::int64_t chunk) {
  require(chunk >= 1 && chunk <= largest_chunk, option + " must be between 1 and " + std::to_string(largest_chunk));
}

}  // namespace

void NodeOptions::add(const Group& group, std::string& counter, std::int64_t& chunk, int& ranks_per_node) {
  group.option("--node-counter", counter, "what refills the nodes of --counter node: " + names_of(counter_table()));
  group.option("--node-chunk", chunk, "tickets of such a refill");
  group.option("--ranks-per-node", ranks_per_node,
               "of --counter node: so many ranks make a pretend node; 0: the nodes there are");
}

void NodeOptions::check(const std::string& counter, std::int64_t chunk, int ranks_per_node) {
  require_known("--node-counter", counter, counter_table());
  require_chunk("--node-chunk", chunk);
  require(ranks_per_node >= 0, "--ranks-per-node must be at least 0");
}

void DealingOptions::add(const Group& group, FockConfig& fock) {
  group.option("--counter", fock.counter, "who deals out tasks: " + names_of_dealers());
  group.option("--schedule", fock.schedule,
               "task ids of a ticket: fixed (--chunk of them), factoring (shrinking with what is left, down to "
               "--chunk) or static-first (every rank starts with a chunk of its own)");
  group.option("--chunk", fock.chunk, "task ids per ticket");
  group.flag("--prefetch", fock.prefetch,
             "draw the next ticket while the present tasks are computed (mpi3, mpi3-getacc, server-rank, "
             "server-thread)");
  group.flag("--prefetch-blocks", fock.prefetch_blocks,
             "fetch KL, IL and JL of the next task while the present one is computed (--cache ijk)");
  group.option("--static-assignment", static_assignment,
               "of tickets by --counter static: cyclic, block (a run each), interleaved (cyclic, every second round in "
               "reverse)");
  NodeOptions::add(group, fock.node_counter, fock.node_chunk, fock.ranks_per_node);
  group.option("--order", fock.order,
               "of the tasks: natural (neighbours share held blocks), costliest (first, as estimated), random, "
               "stratified (large to small, shuffled among equals)");
  group.option("--order-seed", fock.order_seed, "of the shuffling", not_negative);
  group.option("--idle-ranks", fock.idle_ranks, "the first so many ranks do no tasks, and wait inside MPI");
}

void DealingOptions::resolve(FockConfig& fock) const {
  require_dealer("--counter", fock.counter);
  require_known("--schedule", fock.schedule, schedule_table());
  require_chunk("--chunk", fock.chunk);
  require_known("--order", fock.order, order_table());
  NodeOptions::check(fock.node_counter, fock.node_chunk, fock.ranks_per_node);
  require(fock.idle_ranks >= 0, "--idle-ranks must be at least 0");
  fock.static_assignment =
      choose<Assignment>("--static-assignment", static_assignment, "cyclic, block, interleaved", parse_assignment);
}

}  // namespace fockproxy
