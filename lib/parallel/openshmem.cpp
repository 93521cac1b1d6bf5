#include "parallel/openshmem.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <shmem.h>

#include <cstdlib>

#include "parallel/agreement.hpp"
#include "parallel/symmetric_heap.hpp"
#include "support/error.hpp"
#include "system/process_status.hpp"

namespace fockproxy {
namespace {

// Both libraries have the same levels in the same order, with numbers of their own.
struct ThreadLevel {
  int mpi, shmem;
};
constexpr ThreadLevel levels[] = {{.mpi = MPI_THREAD_SINGLE, .shmem = SHMEM_THREAD_SINGLE},
                                  {.mpi = MPI_THREAD_FUNNELED, .shmem = SHMEM_THREAD_FUNNELED},
                                  {.mpi = MPI_THREAD_SERIALIZED, .shmem = SHMEM_THREAD_SERIALIZED},
                                  {.mpi = MPI_THREAD_MULTIPLE, .shmem = SHMEM_THREAD_MULTIPLE}};

int shmem_level(int mpi) {
  for (const ThreadLevel& level : levels)
    if (level.mpi == mpi) return level.shmem;
  return SHMEM_THREAD_MULTIPLE;
}

int mpi_level(int shmem) {
  for (const ThreadLevel& level : levels)
    if (level.shmem == shmem) return level.mpi;
  return MPI_THREAD_SINGLE;
}

std::string openshmem_version() {
  int major = 0, minor = 0;
  shmem_info_get_version(&major, &minor);
#ifdef OPEN_MPI
  return fmt::format("OpenSHMEM {}.{} of Open MPI", major, minor);
#else
  char name[SHMEM_MAX_NAME_LEN] = "";
  shmem_info_get_name(name);
  return fmt::format("OpenSHMEM {}.{} ({})", major, minor, name);
#endif
}

// Open MPI 4.1 unloads this library when OpenSHMEM ends. The library's hook on freed memory stays registered, and
// MPI_Finalize calls it. So the library has to stay; where there is none (Open MPI 5 and newer), nothing happens.
void keep_memory_hook() { dlopen("libmca_common_ucx.so.40", RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE); }

}  // namespace

bool built_with_openshmem() { return true; }
std::string_view without_openshmem() { return ""; }

// MPI's level is requested here too. A thread that waits in MPI also makes progress for OpenSHMEM in Open MPI, so with
// `multiple` both have to allow it; a hybrid program may not mix `single` with another level (annex D.1.3).
OpenShmemSession::OpenShmemSession(const Communicator& job, int level) {
  collectively(job, [this] {
    const SymmetricHeapSize size = symmetric_heap_size(process_environment());
    heap_bytes_ = size.bytes;
    if (!size.text.empty()) setenv(heap_variable_of_open_mpi, size.text.c_str(), 1);
  });
  heap_bytes_ = job.min(heap_bytes_);  // not every launcher takes variables to all hosts
  process_status.mark("starting OpenSHMEM, for which Open MPI needs UCX (OMPI_MCA_spml, UCX_TLS)");
  int provided = SHMEM_THREAD_SINGLE;
  if (shmem_init_thread(shmem_level(level), &provided) != 0) throw ComputationError("shmem_init_thread failed");
  keep_memory_hook();
  thread_level_ = mpi_level(provided);
  pe_ = shmem_my_pe();
  pes_ = shmem_n_pes();
  version_ = openshmem_version();
}

OpenShmemSession::~OpenShmemSession() {
  process_status.mark("ending OpenSHMEM");
  leave_phase_region();  // before MPI ends
  shmem_finalize();
}

}  // namespace fockproxy
