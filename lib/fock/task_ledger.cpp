#include "fock/task_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fockproxy {

namespace {

// Rounding of sums of many terms whose absolute values add up to `magnitude`. A lost block is orders of magnitude
// larger unless all of its elements are that small.
double rounding(double magnitude) { return 1e-12 * magnitude + 1e-13; }

}  // namespace

Check check_tasks(const Communicator& comm, const TaskLedger& ledger, std::int64_t tasks) {
  TaskLedger expected;
  for (std::int64_t id = comm.rank(); id < tasks; id += comm.size()) expected.note(id);
  const auto done = comm.sum(ledger.tasks);
  const bool ids = comm.sum(ledger.ids) == comm.sum(expected.ids);
  const bool hashes = comm.sum(ledger.hashes) == comm.sum(expected.hashes);
  const bool right = done == tasks && ids && hashes;
  return {"every task exactly once", right ? 0.0 : 1.0, 0.0,
          right ? fmt::format("tasks: {}", tasks)
                : fmt::format("{} tasks were done and there are {}; sum of ids {}, sum of hashes {}", done, tasks,
                              ids ? "right" : "wrong", hashes ? "right" : "wrong")};
}

Check check_fetched_blocks(const Communicator& comm, const FetchErrors& errors) {
  const auto wrong = comm.sum(errors.wrong);
  const auto fetched = comm.sum(errors.fetched);
  const int teller = comm.min(errors.wrong > 0 ? comm.rank() : comm.size() - 1);
  const std::string first = comm.broadcast(errors.first, teller);
  return {"fetched blocks of D", static_cast<double>(wrong), 0.0,
          wrong == 0 ? fmt::format("blocks: {}", fetched)
                     : fmt::format("{} of {} fetched blocks were not the density that was stored, first {}", wrong,
                                   fetched, first)};
}

Check check_checksum(const Communicator& comm, const ContributionSums& sums, const BlockChecksums& checksums,
                     const Matrix& assembled) {
  const double sent = comm.sum(sums.checksum), found = checksums.total(assembled);
  return {"checksum of F", std::abs(sent - found), rounding(comm.sum(sums.magnitude)),
          fmt::format("sent {:.15g}, found {:.15g} in the assembled matrix", sent, found)};
}

Check check_trace(const Communicator& comm, const ContributionSums& sums, const Matrix& density,
                  const Matrix& assembled) {
  const double sent = comm.sum(sums.trace), found = density.cwiseProduct(assembled).sum();
  const double scale = std::max(1.0, density.cwiseAbs().maxCoeff());
  return {"tr(DG)", std::abs(sent - found), rounding(scale * comm.sum(sums.magnitude)),
          fmt::format("from the tasks {:.15g}, from the assembled matrix {:.15g}", sent, found)};
}

Check check_finite(const Matrix& assembled) {
  const bool finite = assembled.allFinite();
  return {"all elements finite", finite ? 0.0 : 1.0, 0.0,
          finite ? fmt::format("elements: {}", assembled.size()) : "the assembled matrix has infinities or NaNs"};
}

}  // namespace fockproxy
