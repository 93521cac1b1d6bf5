// What the program's launcher says about the job, read from the environment: before MPI starts, and to find out that
// it was started by another MPI's launcher.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace fockproxy {

// nullptr for a variable that is not set, like std::getenv.
using Environment = std::function<const char*(const char*)>;
Environment process_environment();
// The number that a variable holds; nothing where it is not set, or holds anything but a number from 0 on.
std::optional<int> environment_number(const Environment& environment, const char* name);

struct LauncherView {
  int rank = 0;
  int size = 1;
  std::string variable;  // which variable announced the size; empty: no launcher
};

// Local; needs no MPI. The launcher that belongs to this program's own MPI is believed first, because a job step may
// inherit the variables of an outer one (mpiexec inside srun). Slurm's SLURM_NTASKS alone says nothing: salloc and
// sbatch set it for programs started without srun; only a job step (SLURM_STEP_ID, or a SLURM_PROCID above 0) counts.
LauncherView read_launcher(const Environment& environment);

// Microseconds between the last word of a process and its leaving with an error: MPICH's launcher drops what it has not
// passed on when it is told of the end. Open MPI's lost a word in 1 of 200 jobs, where another rank had left first.
inline constexpr unsigned pause_for_launcher = 300'000;

// Local; needs no MPI. May this process print when there is no MPI yet, or when MPI_Comm_size is 1 in every process?
bool launcher_rank_is_zero();

// Local. The error when `view` announces more processes than the 1 that MPI sees; nothing when all is well.
// `mpi_library` is the text of MPI_Get_library_version.
std::optional<std::string> launcher_mismatch(const LauncherView& view, int mpi_size, const std::string& mpi_library);

}  // namespace fockproxy
