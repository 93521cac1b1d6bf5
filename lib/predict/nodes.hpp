// The nodes of a machine in the model, and the ghosts among their ranks.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fockproxy::predict {

// Nodes are runs of `per_node` ranks; the last may be shorter. The last `ghosts` ranks of a node are always inside MPI
// and do no tasks. Each serves the memory of an equal share of the node's ranks (parallel/ghost_segments.hpp). Workers
// are the other ranks, in their order. per_node > ghosts >= 0. Local; thread-safe.
struct Nodes {
  int ranks = 1, per_node = 1, ghosts = 0;

  int node(int rank) const { return rank / per_node; }
  int count() const { return (ranks - 1) / per_node + 1; }
  int size(int node) const { return std::min(per_node, ranks - node * per_node); }
  int ghosts_of(int node) const { return std::min(ghosts, size(node)); }
  bool is_ghost(int rank) const { return rank % per_node >= size(node(rank)) - ghosts_of(node(rank)); }
  int workers() const { return ranks - (count() - 1) * ghosts - ghosts_of(count() - 1); }
  int worker(int rank) const { return rank - node(rank) * ghosts; }  // for a rank that is not a ghost
  int rank_of(int worker) const { return worker + worker / (per_node - ghosts) * ghosts; }
  // The rank that serves operations on the memory of this one.
  int server(int rank) const {
    if (ghosts == 0) return rank;
    const int of = node(rank), number = ghosts_of(of);
    const auto place = static_cast<std::int64_t>(rank % per_node);
    return of * per_node + size(of) - number + static_cast<int>(place * number / size(of));
  }
};

}  // namespace fockproxy::predict
