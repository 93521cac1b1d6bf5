#include "app/shared/dealing_options.hpp"

#include "tasks/task_order.hpp"

namespace fockproxy {

namespace {

constexpr std::int64_t largest_chunk = 1'000'000'000;  // ticket numbers times this stay far below 2^63

void require_chunk(const std::string& option, std::int64_t chunk) {
  require(chunk >= 1 && chunk <= largest_chunk, option + " must be between 1 and " + std::to_string(largest_chunk));
}

}  // namespace

void NodeArguments::add(const Group& group, DistributorOptions& dealing) {
  group.option("--node-counter", counter, "what refills the nodes of --counter node: " + names_of(counter_table()));
  group.option("--node-chunk", dealing.node_chunk, "tickets of such a refill");
  group.option("--ranks-per-node", dealing.ranks_per_node,
               "of --counter node: so many ranks make a pretend node; 0: the nodes there are");
}

void NodeArguments::resolve(DistributorOptions& dealing) const {
  dealing.node_counter = chosen("--node-counter", counter, counter_table());
  require_chunk("--node-chunk", dealing.node_chunk);
  require(dealing.ranks_per_node >= 0, "--ranks-per-node must be at least 0");
}

void DealingArguments::add(const Group& group, FockConfig& fock) {
  group.option("--counter", counter, "who deals out tasks: " + names_of(dealer_table()));
  group.option("--schedule", schedule,
               "task ids of a ticket: fixed (--chunk of them), factoring (shrinking with what is left, down to "
               "--chunk) or static-first (every rank starts with a chunk of its own)");
  group.option("--chunk", fock.dealing.chunk, "task ids per ticket");
  group.flag("--prefetch", fock.dealing.prefetch,
             "draw the next ticket while the present tasks are computed (mpi3, mpi3-getacc, server-rank, "
             "server-thread)");
  group.flag("--prefetch-blocks", fock.exchange.prefetch_blocks,
             "fetch KL, IL and JL of the next task while the present one is computed (--cache ijk)");
  group.flag("--node-reads", fock.exchange.node_reads,
             "load D blocks that ranks of the node own from memory that the node shares");
  group.option("--static-assignment", static_assignment,
               "of tickets by --counter static: cyclic, block (a run each), interleaved (cyclic, every second round in "
               "reverse)");
  node.add(group, fock.dealing);
  group.option("--order", order,
               "of the tasks: natural (neighbours share held blocks), costliest (first, as estimated), random, "
               "stratified (large to small, shuffled among equals)");
  group.option("--order-seed", fock.order.seed, "of the shuffling", not_negative);
  group.option("--idle-ranks", fock.dealing.idle_ranks, "the first so many ranks do no tasks, and wait inside MPI");
}

void DealingArguments::resolve(FockConfig& fock) const {
  fock.counter = chosen("--counter", counter, dealer_table());
  fock.dealing.schedule = chosen("--schedule", schedule, schedule_table());
  require_chunk("--chunk", fock.dealing.chunk);
  fock.order.order = chosen("--order", order, order_table());
  node.resolve(fock.dealing);
  require(fock.dealing.idle_ranks >= 0, "--idle-ranks must be at least 0");
  fock.dealing.assignment =
      choose<Assignment>("--static-assignment", static_assignment, "cyclic, block, interleaved", parse_assignment);
  fock.dealing.seed = fock.seed;
}

}  // namespace fockproxy
