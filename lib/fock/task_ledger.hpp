// The records of a rank during its work. With them all ranks together verify that nothing was lost.
#pragma once

#include <cstdint>
#include <vector>

#include "blocks/block_checksums.hpp"
#include "blocks/block_transfers.hpp"
#include "parallel/communicator.hpp"
#include "support/random.hpp"
#include "tasks/numbers.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

// The tasks that were done. The count, the sum of ids and the sum of hashes of ids detect a lost, repeated or invented
// id. The ledger also counts the shell quartets.
struct TaskLedger {
  explicit TaskLedger(int blocks) : quartets(blocks, 0) {}

  std::int64_t tasks = 0;
  std::uint64_t ids = 0;               // modulo 2^64
  std::uint64_t hashes = 0;            // modulo 2^64
  std::vector<std::int64_t> quartets;  // digested, by the first block of the task

  void note(TaskId id) {
    ++tasks;
    ids += static_cast<std::uint64_t>(id);
    hashes += hash64(static_cast<std::uint64_t>(id));
  }
  void note(TaskId id, int first_block, std::int64_t digested) {
    note(id);
    quartets[first_block] += digested;
  }
  void operator+=(const TaskLedger& more);
};

// Each check is collective; the result is the same on every rank.
Check check_tasks(const Communicator& comm, const TaskLedger& ledger, std::int64_t tasks);
// name: the name of the blocks that were checked.
Check check_blocks(const Communicator& comm, std::string name, const FetchErrors& errors);
// Compares the sent contributions with the assembled G before symmetrisation: checksums, tr(DG), and that all values
// are finite. The allowed rounding is at most a quarter of the promise, max |F - F_exact| in hartree. A lost update as
// large as the promise is therefore found, because each element has a weight of at least a quarter. The limit is larger
// only if the promise is finer than double precision, 1e-15 of the sum of the absolute contributions.
// rows: the contribution of this rank's panel of G to x_I^T G_I y (BlockChecksums::rows()). density, assembled: the
// panels.
Check check_checksum(const Communicator& comm, const ContributionSums& sums, std::vector<double> rows, double promise);
Check check_trace(const Communicator& comm, const ContributionSums& sums, const Matrix& density,
                  const Matrix& assembled, double promise);
Check check_finite(const Communicator& comm, const Matrix& assembled);
// For exact sums. The first compares the sent contributions with the assembled integers, row by row of F, modulo 2^64
// and without any tolerance. found: WordChecksums::add_rows() of this rank's panel. The second checks that no
// contribution was too large for the grid.
Check check_exact_sums(const Communicator& comm, std::vector<std::uint64_t> sent, std::vector<std::uint64_t> found);
Check check_within_grid(const Communicator& comm, std::int64_t outside, double bound);

}  // namespace fockproxy
