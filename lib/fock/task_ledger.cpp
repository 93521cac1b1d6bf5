#include "fock/task_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/compensated_sum.hpp"

namespace fockproxy {

namespace {

// The allowed rounding error of sums whose terms have absolute values with the sum `magnitude`, within the promise. It
// is at least the error of doubles that sum up contributions one by one: 1e-16 of the magnitude was seen, for coronene
// without screening.
double rounding(double magnitude, double promise) {
  return std::max(1e-15 * magnitude, std::min(1e-12 * magnitude + 1e-13, 0.25 * promise));
}

}  // namespace

void TaskLedger::operator+=(const TaskLedger& more) {
  tasks += more.tasks;
  ids += more.ids;
  hashes += more.hashes;
  for (std::size_t block = 0; block < quartets.size(); ++block) quartets[block] += more.quartets[block];
}

Check check_tasks(const Communicator& comm, const TaskLedger& ledger, std::int64_t tasks) {
  TaskLedger expected(0);
  for (std::int64_t id = comm.rank(); id < tasks; id += comm.size()) expected.note(TaskId{id});
  const auto done = comm.sum(ledger.tasks);
  const bool ids = comm.sum(ledger.ids) == comm.sum(expected.ids);
  const bool hashes = comm.sum(ledger.hashes) == comm.sum(expected.hashes);
  const bool right = done == tasks && ids && hashes;
  return {"every task exactly once", right ? 0.0 : 1.0, 0.0,
          right ? fmt::format("tasks: {}", tasks)
                : fmt::format("{} tasks were done and there are {}; sum of ids {}, sum of hashes {}", done, tasks,
                              ids ? "right" : "wrong", hashes ? "right" : "wrong")};
}

Check check_blocks(const Communicator& comm, std::string name, const FetchErrors& errors) {
  const auto wrong = comm.sum(errors.wrong);
  const auto fetched = comm.sum(errors.fetched);
  const int teller = comm.min(errors.wrong > 0 ? comm.rank() : comm.size() - 1);
  const std::string first = comm.broadcast(errors.first, teller);
  return {std::move(name), static_cast<double>(wrong), 0.0,
          wrong == 0
              ? fmt::format("blocks: {}", fetched)
              : fmt::format("{} of {} blocks were not the density that was stored, first {}", wrong, fetched, first)};
}

Check check_checksum(const Communicator& comm, const ContributionSums& sums, std::vector<double> found,
                     double promise) {
  comm.reduce_all(std::span(found), MPI_SUM);
  std::vector<double> sent, magnitude = sums.magnitude;
  for (const CompensatedSum& row : sums.checksum) sent.push_back(row.value());
  comm.reduce_all(std::span(sent), MPI_SUM);
  comm.reduce_all(std::span(magnitude), MPI_SUM);
  Check worst{"checksum of F", 0, 0.25 * promise, ""};
  for (std::size_t row = 0; row < found.size(); ++row) {
    const double deviation = std::abs(sent[row] - found[row]), allowed = rounding(magnitude[row], promise);
    // NaN counts as the largest deviation and stays.
    if (std::isnan(worst.deviation) || deviation * worst.allowed <= worst.deviation * allowed) continue;
    worst.deviation = deviation;
    worst.allowed = allowed;
    worst.detail = fmt::format("row {} of blocks: sent {:.15g}, found {:.15g} in the assembled matrix", row, sent[row],
                               found[row]);
  }
  if (worst.detail.empty()) worst.detail = "all rows of blocks equal";
  return worst;
}

Check check_exact_sums(const Communicator& comm, std::vector<std::uint64_t> sent, std::vector<std::uint64_t> found) {
  comm.reduce_all(std::span(sent), MPI_SUM);
  comm.reduce_all(std::span(found), MPI_SUM);
  const auto first = std::ranges::mismatch(sent, found);
  const auto row = first.in1 - sent.begin();
  std::int64_t wrong = 0;
  for (std::size_t r = 0; r < sent.size(); ++r) wrong += sent[r] != found[r];
  return {"checksum of F", static_cast<double>(wrong), 0.0,
          wrong == 0 ? fmt::format("rows: {}", sent.size())
                     : fmt::format("{} of {} rows differ, first row {}: sent {:016x}, found {:016x} in the assembled "
                                   "matrix",
                                   wrong, sent.size(), row, *first.in1, *first.in2)};
}

Check check_within_grid(const Communicator& comm, std::int64_t outside, double bound) {
  const auto of_all = comm.sum(outside);
  return {"contributions within their bound", static_cast<double>(of_all), 0.0,
          of_all == 0 ? fmt::format("bound: {:.3g} hartree", bound)
                      : fmt::format("{} contributions to blocks have elements beyond {:.3g} hartree, or no numbers",
                                    of_all, bound)};
}

Check check_trace(const Communicator& comm, const ContributionSums& sums, const Matrix& density,
                  const Matrix& assembled, double promise) {
  CompensatedSum products;
  for (Eigen::Index i = 0; i < density.size(); ++i) products.add(density.data()[i] * assembled.data()[i]);
  const double sent = comm.sum(sums.trace.value()), found = comm.sum(products.value());
  const double scale = comm.max(std::max(1.0, density.size() == 0 ? 0.0 : density.cwiseAbs().maxCoeff()));
  double magnitude = 0;
  for (const double row : sums.magnitude) magnitude += row;
  return {"tr(DG)", std::abs(sent - found), rounding(scale * comm.sum(magnitude), scale * promise),
          fmt::format("from the tasks {:.15g}, from the assembled matrix {:.15g}", sent, found)};
}

Check check_finite(const Communicator& comm, const Matrix& assembled) {
  const bool finite = comm.min(assembled.allFinite() ? 1 : 0) == 1;
  const auto elements = comm.sum(static_cast<std::int64_t>(assembled.size()));
  return {"all elements finite", finite ? 0.0 : 1.0, 0.0,
          finite ? fmt::format("elements: {}", elements) : "the assembled matrix has infinities or NaNs"};
}

}  // namespace fockproxy
