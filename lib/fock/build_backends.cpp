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
  const MatrixContext of_density{runtime, blocks.matrices};
  const MatrixContext of_fock{runtime, blocks.matrices, blocks.sum->exact ? Element::integer : Element::real};
  if (config.replicated()) {
    backends.density = make_replicated_matrix(of_density, layout);
    backends.make_fock = [of_fock, layout](int words) {
      return make_replicated_matrix(of_fock, layout.with_words(words));
    };
  } else {
    const MatrixEntry& entry = supported(*blocks.matrix, "matrix");
    backends.density = entry.make(of_density, layout, "density");
    if (blocks.node_reads) backends.density = with_node_reads(std::move(backends.density), runtime);
    backends.make_fock = [of_fock, layout, &entry](int words) {
      return entry.make(of_fock, layout.with_words(words), "fock");
    };
  }
  backends.fock = backends.make_fock(1);
  return backends;
}

}  // namespace fockproxy
