// The global sum through memory shared by the ranks of a node. Each node has one copy of the vector, whatever the
// number of its ranks.
#include <algorithm>

#include "gsum/global_sum.hpp"
#include "parallel/communicator.hpp"
#include "parallel/node_memory.hpp"

namespace fockproxy {
namespace {

template <class T>
class NodeSum : public GlobalSumOf<T> {
 public:
  explicit NodeSum(const GlobalSumContext& context)
      : chunk_(context.chunk),
        memory_(context.runtime.world(), first_on_its_node(context.runtime) ? context.most * sizeof(T) : 0),
        shared_(static_cast<T*>(memory_.of(first_of_node(context.runtime)))) {}

  void start(std::span<T> values) override { values_ = values; }
  void finish() override {
    // There are as many turns as ranks. In each turn every rank adds to a different slice, so never two to one value.
    for (int turn = 0; turn < memory_.ranks(); ++turn) {
      const auto [begin, end] = slice((memory_.rank() + turn) % memory_.ranks());
      if (turn == 0) std::copy(values_.begin() + begin, values_.begin() + end, shared_ + begin);
      else
        for (std::ptrdiff_t i = begin; i < end; ++i) shared_[i] += values_[static_cast<std::size_t>(i)];
      memory_.everybody();
    }
    if (memory_.leaders() != MPI_COMM_NULL)
      for_chunks(values_.size(), chunk_, [&](std::size_t first, std::size_t count) {
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, shared_ + first, static_cast<int>(count), mpi_type<T>(), MPI_SUM,
                                memory_.leaders()),
                  "MPI_Allreduce");
      });
    memory_.everybody();
    std::copy_n(shared_, values_.size(), values_.begin());
    memory_.everybody();  // no rank overwrites what another still copies
  }

 private:
  static int first_of_node(const Runtime& runtime) {
    const auto& nodes = runtime.node_of_rank();
    const auto first = std::ranges::find(nodes, runtime.node_of(runtime.world().rank()));
    return static_cast<int>(first - nodes.begin());
  }
  static bool first_on_its_node(const Runtime& runtime) { return first_of_node(runtime) == runtime.world().rank(); }

  std::pair<std::ptrdiff_t, std::ptrdiff_t> slice(int part) const {
    const auto n = static_cast<std::ptrdiff_t>(values_.size());
    return {n * part / memory_.ranks(), n * (part + 1) / memory_.ranks()};
  }

  std::size_t chunk_;
  NodeMemory memory_;
  T* shared_;
  std::span<T> values_;
};

}  // namespace

template <class T>
std::unique_ptr<GlobalSumOf<T>> make_node_sum(const GlobalSumContext& context) {
  return std::make_unique<NodeSum<T>>(context);
}
template std::unique_ptr<GlobalSum> make_node_sum(const GlobalSumContext&);
template std::unique_ptr<IntegerSum> make_node_sum(const GlobalSumContext&);

}  // namespace fockproxy
