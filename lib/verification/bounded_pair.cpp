#include "verification/bounded_pair.hpp"

#include <algorithm>
#include <functional>

namespace fockproxy {

std::vector<BoundedPair> pairs_by_bound(const Communicator& comm, ExactEngine& engine) {
  std::vector<BoundedPair> pairs;
  std::vector<double> bounds;
  for (int a = 0; a < engine.basis().shells(); ++a)
    for (int b = 0; b <= a; ++b) {
      bounds.push_back(static_cast<int>(pairs.size()) % comm.size() == comm.rank() ? engine.schwarz(a, b) : 0.0);
      pairs.push_back({a, b, 0});
    }
  comm.reduce_all(std::span(bounds), MPI_SUM);
  for (std::size_t p = 0; p < pairs.size(); ++p) pairs[p].schwarz = bounds[p];
  std::ranges::stable_sort(pairs, std::greater(), &BoundedPair::schwarz);
  return pairs;
}

std::vector<BoundedPair> pairs_by_bound(const QuartetScreen& screen, int shells) {
  std::vector<BoundedPair> pairs;
  for (int a = 0; a < shells; ++a)
    for (int b = 0; b <= a; ++b) pairs.push_back({a, b, screen.schwarz(a, b)});
  std::ranges::stable_sort(pairs, {}, &BoundedPair::schwarz);
  return pairs;
}

}  // namespace fockproxy
