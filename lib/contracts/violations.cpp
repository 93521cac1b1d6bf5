#include "contracts/violations.hpp"

#include <algorithm>

namespace fockproxy::contracts {

Violations of_all_ranks(const Communicator& comm, const Violations& mine) {
  if (comm.max(mine.empty() ? 0 : 1) == 0) return {};
  constexpr std::size_t most_per_rank = 3;  // a faulty backend may cause very many
  std::string text;
  for (std::size_t i = 0; i < std::min(mine.size(), most_per_rank); ++i)
    text += "rank " + std::to_string(comm.rank()) + ": " + mine[i] + "\n";
  std::string joined;
  for (const std::string& part : comm.gather(text)) joined += part;
  joined = comm.broadcast(joined);
  Violations all;
  for (std::size_t at = 0, end = 0; (end = joined.find('\n', at)) != std::string::npos; at = end + 1)
    all.push_back(joined.substr(at, end - at));
  return all;
}

Violations of_root(const Communicator& comm, const Violations& mine) {
  return of_all_ranks(comm, comm.is_root() ? mine : Violations{});
}

void append(Violations& all, const Violations& more) { all.insert(all.end(), more.begin(), more.end()); }

}  // namespace fockproxy::contracts
