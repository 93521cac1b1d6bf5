#include "fock/build_backends.hpp"

#include "digestion/digestor.hpp"
#include "matrices/node_reads.hpp"
#include "matrices/replicated_matrix.hpp"

namespace fockproxy {

BuildBackends make_backends(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config,
                            const std::function<void()>& heartbeat) {
  BuildBackends backends;
  const BlockOptions& blocks = config.blocks;
  backends.distributor =
      make_distributor(config.counter, {runtime, blocks.matrices.window, config.effective_dealing(), heartbeat});
  backends.progress = config.effective_progress().make({runtime, config.progress.options});
  const MatrixContext context{runtime, blocks.matrices};
  if (config.replicated()) {
    backends.density = std::make_unique<ReplicatedMatrix>(context, layout);
    backends.fock = std::make_unique<ReplicatedMatrix>(context, layout);
  } else {
    const MatrixEntry& entry = supported(*blocks.matrix, "matrix");
    backends.density = entry.make(context, layout, "density");
    if (blocks.node_reads) backends.density = with_node_reads(std::move(backends.density), runtime);
    backends.fock = entry.make(context, layout, "fock");
  }
  return backends;
}

}  // namespace fockproxy
