// Matrix "local": one rank, ordinary memory. It shows the cost of the program without any communication.
#include <fmt/format.h>

#include "matrices/replicated_matrix.hpp"
#include "support/error.hpp"

namespace fockproxy {

std::unique_ptr<DistributedMatrix> make_local_matrix(const MatrixContext& context, const BlockLayout& layout,
                                                     std::string_view) {
  const Communicator& world = context.runtime.world();
  if (world.size() > 1)
    throw AgreedUsageError(fmt::format(
        "--matrix local is UNSUPPORTED on {} ranks: it lives in one process; choose ga or rma", world.size()));
  return make_replicated_matrix(context, layout);
}

}  // namespace fockproxy
