#include "dense/process_grid.hpp"

namespace fockproxy {

ProcessGrid ProcessGrid::of_all(const Communicator& comm, int block) {
  int rows = 1;
  for (int r = 1; r * r <= comm.size(); ++r)
    if (comm.size() % r == 0) rows = r;
  return {comm, rows, comm.size() / rows, block};
}

}  // namespace fockproxy
