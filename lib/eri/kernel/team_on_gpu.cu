// The kernels for GPUs: one for each angular momentum of a bra pair with each of a ket pair. A block of threads is a
// team, and does one item of the work after the other.
#define FOCKPROXY_LANES 1
#include "eri/kernel/team_quartets.hpp"

namespace fockproxy::eri {
namespace {

template <int Lb, int Lk>
__device__ void digest_items(const TeamWork& work, double* own, std::ptrdiff_t numbers) {
  extern __shared__ double shared[];
  const TeamMemory memory = team_memory(shared, own + blockIdx.x * numbers * team_size);
  Team team;
  // The item is shared and the loop counts rounds, because numbers of 64 bits in each thread cost spills.
  __shared__ TeamItem item;
  for (int round = 0; blockIdx.x + std::int64_t{gridDim.x} * round < work.count; ++round) {
    team.each([&](int thread) {
      if (thread == 0) item = item_of(work, blockIdx.x + std::int64_t{gridDim.x} * round);
    });
    if (may_survive(work, item)) digest_item<Lb, Lk>(work, item, memory, team, [](int) {});
    else team.each([](int) {});  // all have read this item before the next one
  }
}

}  // namespace
}  // namespace fockproxy::eri

// own: memory for the threads' own numbers of every block of the grid; numbers: OwnLayout::numbers. A block has
// team_size threads and team_shared_bytes() of dynamic shared memory.
#define FOCKPROXY_KERNEL(Lb, Lk)                                                                    \
  extern "C" __global__ void __launch_bounds__(fockproxy::eri::team_size) digest_##Lb##_##Lk(       \
      const FOCKPROXY_PARAMETER fockproxy::eri::TeamWork work, double* own, std::ptrdiff_t numbers) { \
    fockproxy::eri::digest_items<Lb, Lk>(work, own, numbers);                                       \
  }
#define FOCKPROXY_KERNELS_OF(Lb) \
  FOCKPROXY_KERNEL(Lb, 0)        \
  FOCKPROXY_KERNEL(Lb, 1)        \
  FOCKPROXY_KERNEL(Lb, 2)        \
  FOCKPROXY_KERNEL(Lb, 3)        \
  FOCKPROXY_KERNEL(Lb, 4)
FOCKPROXY_KERNELS_OF(0)
FOCKPROXY_KERNELS_OF(1)
FOCKPROXY_KERNELS_OF(2)
FOCKPROXY_KERNELS_OF(3)
FOCKPROXY_KERNELS_OF(4)
