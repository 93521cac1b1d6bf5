// The backends of a Fock build: the distributor, the progress strategy and the matrices that a configuration names.
#pragma once

#include <functional>
#include <memory>

#include "counters/distributor.hpp"
#include "digestion/engine.hpp"
#include "fock/fock_config.hpp"
#include "matrices/distributed_matrix.hpp"
#include "progress/progress_strategy.hpp"

namespace fockproxy {

// Negative controls replace members by faulty ones.
struct BuildBackends {
  std::unique_ptr<Distributor> distributor;
  std::unique_ptr<ProgressStrategy> progress;
  std::unique_ptr<DistributedMatrix> density;
  std::unique_ptr<DistributedMatrix> fock;
  // Collective. Makes another F with `words` words per element (exact sums).
  std::function<std::unique_ptr<DistributedMatrix>(int words)> make_fock;
  // Negative controls only: makes a replacement of the digestor.
  std::function<std::unique_ptr<Digestor>(std::unique_ptr<Digestor>)> digestor{};
  // For measurements of a GPU: EngineContext::class_seconds.
  ClassSeconds class_seconds{};
};

// Collective. Throws UsageError if this MPI, or this number of ranks, cannot do what the configuration asks. A rank
// that serves the others calls `heartbeat` during its service.
BuildBackends make_backends(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config,
                            const std::function<void()>& heartbeat = {});

}  // namespace fockproxy
