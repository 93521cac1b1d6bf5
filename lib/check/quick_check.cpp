#include "check/quick_check.hpp"

#include <fmt/format.h>

#include "contracts/counter_contract.hpp"
#include "contracts/matrix_contract.hpp"
#include "support/error.hpp"

namespace fockproxy::check {

BlockLayout quick_layout(int spins) { return BlockLayout({0, 5, 6, 17}, spins); }

contracts::Violations quick_check(const Runtime& runtime, BuildBackends backends, const FockConfig& config) {
  const Communicator& comm = runtime.world();
  backends.progress->start();
  contracts::Violations found;
  const auto check = [&](const char* what, auto action) {
    if (!found.empty()) return;
    found = action();
    for (std::string& violation : found) violation = std::string(what) + ": " + violation;
  };
  for (const std::int64_t tasks : {std::int64_t{3} * comm.size() + 1, std::int64_t{0}})
    check("dealing tasks", [&] { return contracts::check_dealing(comm, *backends.distributor, tasks); });
  if (!config.replicated()) {
    check("density matrix", [&] { return contracts::check_set_and_zero(comm, *backends.density); });
    if (config.blocks.prefetch_blocks)
      check("density matrix", [&] { return contracts::check_split_gets(comm, *backends.density); });
    const bool integers = backends.fock->element() == Element::integer;
    check("Fock matrix", [&] {
      return integers ? contracts::check_integer_sums(comm, *backends.fock)
                      : contracts::check_sums(comm, *backends.fock);
    });
    check("Fock matrix",
          [&] { return contracts::check_completion(comm, *backends.fock, config.blocks.matrices.completion); });
  }
  backends.progress->stop();
  return found;
}

void refuse(const contracts::Violations& violations) {
  if (violations.empty()) return;
  throw AgreedComputationError(
      fmt::format("this stack computes wrongly: {}; `fockproxy check` shows more, and --trust-stack "
                  "continues in spite of it",
                  violations.front()));
}

}  // namespace fockproxy::check
