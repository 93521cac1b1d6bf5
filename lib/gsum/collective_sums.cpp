// Global sums by MPI's own collectives (MPI-4.0 section 6.9).
#include <vector>

#include "gsum/global_sum.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {
namespace {

template <class T>
class Allreduce : public GlobalSumOf<T> {
 public:
  explicit Allreduce(const GlobalSumContext& context) : comm_(context.runtime.world()), chunk_(context.chunk) {}

  void start(std::span<T> values) override { values_ = values; }
  void finish() override {
    arrive(comm_.handle());
    for_chunks(values_.size(), chunk_, [&](std::size_t first, std::size_t count) {
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, values_.data() + first, static_cast<int>(count), mpi_type<T>(), MPI_SUM,
                              comm_.handle()),
                "MPI_Allreduce");
    });
  }

 private:
  const Communicator& comm_;
  std::size_t chunk_;
  std::span<T> values_;
};

template <class T>
class ReduceBroadcast : public GlobalSumOf<T> {
 public:
  explicit ReduceBroadcast(const GlobalSumContext& context) : comm_(context.runtime.world()), chunk_(context.chunk) {}

  void start(std::span<T> values) override { values_ = values; }
  void finish() override {
    arrive(comm_.handle());
    for_chunks(values_.size(), chunk_, [&](std::size_t first, std::size_t count) {
      T* const place = values_.data() + first;
      const int n = static_cast<int>(count);
      check_mpi(MPI_Reduce(comm_.is_root() ? MPI_IN_PLACE : place, place, n, mpi_type<T>(), MPI_SUM, 0, comm_.handle()),
                "MPI_Reduce");
      check_mpi(MPI_Bcast(place, n, mpi_type<T>(), 0, comm_.handle()), "MPI_Bcast");
    });
  }

 private:
  const Communicator& comm_;
  std::size_t chunk_;
  std::span<T> values_;
};

template <class T>
class PipelinedAllreduce : public GlobalSumOf<T> {
 public:
  explicit PipelinedAllreduce(const GlobalSumContext& context)
      : comm_(context.runtime.world()), chunk_(context.chunk) {}

  void start(std::span<T> values) override {
    for_chunks(values.size(), chunk_, [&](std::size_t first, std::size_t count) {
      if (requests_.size() == most_requests) finish();
      check_mpi(MPI_Iallreduce(MPI_IN_PLACE, values.data() + first, static_cast<int>(count), mpi_type<T>(), MPI_SUM,
                               comm_.handle(), &requests_.emplace_back(MPI_REQUEST_NULL)),
                "MPI_Iallreduce");
    });
  }
  void finish() override {
    check_mpi(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    requests_.clear();
  }

 private:
  static constexpr std::size_t most_requests = 128;  // thousands make libraries slow or exhaust their tags

  const Communicator& comm_;
  std::size_t chunk_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

template <class T>
std::unique_ptr<GlobalSumOf<T>> make_allreduce(const GlobalSumContext& context) {
  return std::make_unique<Allreduce<T>>(context);
}
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_reduce_broadcast(const GlobalSumContext& context) {
  return std::make_unique<ReduceBroadcast<T>>(context);
}
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_pipelined_allreduce(const GlobalSumContext& context) {
  return std::make_unique<PipelinedAllreduce<T>>(context);
}

template std::unique_ptr<GlobalSum> make_allreduce(const GlobalSumContext&);
template std::unique_ptr<IntegerSum> make_allreduce(const GlobalSumContext&);
template std::unique_ptr<GlobalSum> make_reduce_broadcast(const GlobalSumContext&);
template std::unique_ptr<IntegerSum> make_reduce_broadcast(const GlobalSumContext&);
template std::unique_ptr<GlobalSum> make_pipelined_allreduce(const GlobalSumContext&);
template std::unique_ptr<IntegerSum> make_pipelined_allreduce(const GlobalSumContext&);

}  // namespace fockproxy
