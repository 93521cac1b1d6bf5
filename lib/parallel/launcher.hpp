// The environment variables in which the launcher describes the job. They are read before MPI starts, and they show
// whether the launcher of another MPI started the program.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace fockproxy {

// nullptr for a variable that is not set, like std::getenv.
using Environment = std::function<const char*(const char*)>;
Environment process_environment();
// The number in a variable; nothing if it is not set or contains something other than a number >= 0.
std::optional<int> environment_number(const Environment& environment, const char* name);

struct LauncherView {
  int rank = 0;
  int size = 1;
  std::string variable;  // which variable announced the size; empty: no launcher
};

// Local; needs no MPI. The launcher of this program's own MPI has precedence, because a job step may inherit the
// variables of an outer one (mpiexec inside srun). Slurm's SLURM_NTASKS alone does not count, because salloc and sbatch
// set it for programs started without srun. Only a job step (SLURM_STEP_ID, or a SLURM_PROCID above 0) counts.
LauncherView read_launcher(const Environment& environment);

// Microseconds between the last output of a process and its exit with an error. When MPICH's launcher learns of the
// exit, it drops output that it has not passed on. Open MPI's launcher lost a line in 1 of 200 jobs if another rank had
// exited first.
inline constexpr unsigned pause_for_launcher = 300'000;

// Local; needs no MPI. Whether this process may print before MPI starts, or if MPI_Comm_size is 1 in every process.
bool launcher_rank_is_zero();

// Local. The error if `view` announces more processes than the one process that MPI sees; nothing if they agree.
// `mpi_library` is the text of MPI_Get_library_version.
std::optional<std::string> launcher_mismatch(const LauncherView& view, int mpi_size, const std::string& mpi_library);

// Tells the launcher that this process has finished with MPI, as MPI_Finalize would. It sends "cmd=finalize" of the
// PMI-1 wire protocol (Flux RFC 13; src/pmi/simple/simple_pmi.c of MPICH 4.0) over the descriptor PMI_FD and waits a
// few seconds at most for the answer. Without this message, Hydra treats the process as failed and kills the other
// processes of the node, which may still be ending. Does nothing if PMI_FD is not set. Local; call it once, after the
// last MPI call.
void bid_launcher_farewell(const Environment& environment);

}  // namespace fockproxy
