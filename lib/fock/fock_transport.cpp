#include "fock/fock_transport.hpp"

#include "fock/digestion.hpp"
#include "matrices/node_reads.hpp"
#include "matrices/replicated_matrix.hpp"

namespace fockproxy {

FockTransport make_transport(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config,
                             const std::function<void()>& heartbeat) {
  FockTransport transport;
  const ExchangeOptions& exchange = config.exchange;
  transport.distributor = make_distributor(
      config.counter, {runtime, exchange.matrices.window, config.effective_dealing(), heartbeat});
  transport.progress = config.effective_progress().make({runtime, config.progress.options});
  const MatrixContext context{runtime, exchange.matrices};
  if (config.replicated()) {
    transport.density = std::make_unique<ReplicatedMatrix>(context, layout);
    transport.fock = std::make_unique<ReplicatedMatrix>(context, layout);
  } else {
    const MatrixEntry& entry = supported(*exchange.matrix, "matrix");
    transport.density = entry.make(context, layout, "density");
    if (exchange.node_reads) transport.density = with_node_reads(std::move(transport.density), runtime);
    transport.fock = entry.make(context, layout, "fock");
  }
  return transport;
}

}  // namespace fockproxy
