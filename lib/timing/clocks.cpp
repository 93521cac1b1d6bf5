#include "timing/clocks.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "support/clock.hpp"
#include "timing/samples.hpp"

namespace fockproxy {
namespace {

constexpr int exchanges = 50;
constexpr int tag = 0;

void answer_with_clock(const Communicator& comm, int rank) {
  for (int i = 0; i < exchanges; ++i) {
    char question = 0;
    check_mpi(MPI_Recv(&question, 1, MPI_CHAR, rank, tag, comm.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
    const double time = now();
    check_mpi(MPI_Send(&time, 1, MPI_DOUBLE, rank, tag, comm.handle()), "MPI_Send");
  }
}

ClockOffset ask(const Communicator& comm) {
  ClockOffset best{0, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < exchanges; ++i) {
    const char question = 0;
    double theirs = 0;
    const double sent = now();
    check_mpi(MPI_Send(&question, 1, MPI_CHAR, 0, tag, comm.handle()), "MPI_Send");
    check_mpi(MPI_Recv(&theirs, 1, MPI_DOUBLE, 0, tag, comm.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
    const double received = now();
    if (const double error = 0.5 * (received - sent); error < best.error)
      best = {theirs - 0.5 * (sent + received), error};
  }
  return best;
}

}  // namespace

ClockCost measure_clock() {
  constexpr int batches = 51, readings = 200;
  ClockCost cost{std::numeric_limits<double>::infinity(), 0};
  std::vector<double> each;
  for (int b = 0; b < batches; ++b) {
    const double begin = now();
    double last = begin;
    for (int i = 0; i < readings; ++i) {
      const double time = now();
      if (time > last) cost.resolution = std::min(cost.resolution, time - last);
      last = time;
    }
    each.push_back((last - begin) / readings);
  }
  cost.reading = median_interval(std::move(each)).median;
  return cost;
}

ClockOffset measure_clock_offset(const Runtime& runtime) {
  const Communicator comm(runtime.world().handle());
  ClockOffset mine;
  for (int rank = 1; rank < comm.size(); ++rank) {
    if (runtime.hosts()[rank] == runtime.hosts()[0]) continue;
    if (comm.is_root()) answer_with_clock(comm, rank);
    if (comm.rank() == rank) mine = ask(comm);
  }
  return mine;
}

}  // namespace fockproxy
