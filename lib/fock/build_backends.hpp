// The backends of a Fock build: the distributor, the progress strategy and the matrices that a configuration names.
#pragma once

#include <functional>
#include <memory>

#include "counters/distributor.hpp"
#include "fock/fock_config.hpp"
#include "matrices/distributed_matrix.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {

class Digestor;

// Negative controls put faulty ones in.
struct BuildBackends {
  std::unique_ptr<Distributor> distributor;
  std::unique_ptr<ProgressStrategy> progress;
  std::unique_ptr<DistributedMatrix> density;
  std::unique_ptr<DistributedMatrix> fock;
  // Collective: another F, with so many words an element (exact sums).
  std::function<std::unique_ptr<DistributedMatrix>(int words)> make_fock;
  // Negative controls only: what to put in the place of the digestor.
  std::function<std::unique_ptr<Digestor>(std::unique_ptr<Digestor>)> digestor{};
};

// Collective. Throws UsageError for what this MPI, or this number of ranks, refuses. `heartbeat` is what a rank that
// serves the others calls meanwhile.
BuildBackends make_backends(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config,
                            const std::function<void()>& heartbeat = {});

}  // namespace fockproxy
