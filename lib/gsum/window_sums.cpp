// Global sums by one-sided accumulates into a window, on one owner or spread over all ranks. No rank waits for another
// until the values are fetched.
#include <algorithm>

#include "gsum/global_sum.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {
namespace {

template <class T>
class WindowSum : public GlobalSumOf<T> {
 public:
  // owners: ranks 0 to owners - 1 hold equal parts.
  WindowSum(const GlobalSumContext& context, int owners)
      : comm_(context.runtime.world()),
        chunk_(context.chunk),
        part_((context.most + static_cast<std::size_t>(owners) - 1) / static_cast<std::size_t>(owners)),
        window_(comm_, (comm_.rank() < owners ? part_ : 0) * sizeof(T),
                {.kind = context.window, .accumulates = Accumulates{.operators = "sum", .blocks = true}}) {}

  void start(std::span<T> values) override {
    values_ = values;
    clear();
    // Each rank begins with a different owner, so that not all access one at the same time.
    const std::size_t pieces = values.size();
    const std::size_t first_part = static_cast<std::size_t>(comm_.rank()) * part_ % std::max<std::size_t>(pieces, 1);
    accumulate(first_part, pieces);
    accumulate(0, first_part);
  }
  void finish() override {
    everybody();
    pieces(0, values_.size(), [&](std::size_t first, int owner, MPI_Aint place, int n) {
      const Window::Place at = window_.at(owner, place);
      check_mpi(MPI_Get(values_.data() + first, n, mpi_type<T>(), at.rank, at.byte, n, mpi_type<T>(), window_.handle()),
                "MPI_Get");
    });
    everybody();  // no rank clears what another still fetches
  }

 private:
  // Completes gets too, before the values of the next sum are written.
  void everybody() {
    window_.flush_all();
    comm_.barrier();
  }
  // By RMA, as the program writes every segment.
  void clear() {
    const std::size_t own = window_.local_bytes() / sizeof(T);
    const T zero = 0;
    const MPI_Aint step = sizeof(T);
    if (zeros_.size() < std::min(own, chunk_)) zeros_.assign(std::min(own, chunk_), zero);
    for_chunks(own, std::max<std::size_t>(zeros_.size(), 1), [&](std::size_t first, std::size_t count) {
      const int n = static_cast<int>(count);
      const Window::Place at = window_.at(comm_.rank(), static_cast<MPI_Aint>(first) * step);
      check_mpi(MPI_Put(zeros_.data(), n, mpi_type<T>(), at.rank, at.byte, n, mpi_type<T>(), window_.handle()),
                "MPI_Put");
    });
    everybody();
  }
  // Calls f(first value, owner, place there, number) for pieces of [begin, end), each of one owner and at most a chunk
  // long.
  template <class F>
  void pieces(std::size_t begin, std::size_t end, F f) {
    while (begin < end) {
      const std::size_t owner = begin / part_, place = begin % part_;
      const std::size_t count = std::min({chunk_, part_ - place, end - begin});
      f(begin, static_cast<int>(owner), static_cast<MPI_Aint>(place * sizeof(T)), static_cast<int>(count));
      begin += count;
    }
  }
  void accumulate(std::size_t begin, std::size_t end) {
    pieces(begin, end, [&](std::size_t first, int owner, MPI_Aint place, int n) {
      const Window::Place at = window_.at(owner, place);
      check_mpi(MPI_Accumulate(values_.data() + first, n, mpi_type<T>(), at.rank, at.byte, n, mpi_type<T>(), MPI_SUM,
                               window_.handle()),
                "MPI_Accumulate");
      check_mpi(MPI_Win_flush_local(at.rank, window_.handle()), "MPI_Win_flush_local");
    });
  }

  const Communicator& comm_;
  std::size_t chunk_;
  std::size_t part_;
  Window window_;
  std::vector<T> zeros_;
  std::span<T> values_;
};

}  // namespace

template <class T>
std::unique_ptr<GlobalSumOf<T>> make_owner_sum(const GlobalSumContext& context) {
  return std::make_unique<WindowSum<T>>(context, 1);
}
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_distributed_sum(const GlobalSumContext& context) {
  return std::make_unique<WindowSum<T>>(context, context.runtime.world().size());
}

template std::unique_ptr<GlobalSum> make_owner_sum(const GlobalSumContext&);
template std::unique_ptr<IntegerSum> make_owner_sum(const GlobalSumContext&);
template std::unique_ptr<GlobalSum> make_distributed_sum(const GlobalSumContext&);
template std::unique_ptr<IntegerSum> make_distributed_sum(const GlobalSumContext&);

}  // namespace fockproxy
