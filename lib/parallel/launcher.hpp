// What the launcher says about the job in the environment. Read before MPI starts, and to detect that the launcher of
// another MPI started the program.
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

// Microseconds between the last word of a process and its leaving with an error: MPICH's launcher drops what it has not
// passed on when it is told of the end. Open MPI's lost a word in 1 of 200 jobs, where another rank had left first.
inline constexpr unsigned pause_for_launcher = 300'000;

// Local; needs no MPI. May this process print when there is no MPI yet, or when MPI_Comm_size is 1 in every process?
bool launcher_rank_is_zero();

// Local. The error when `view` announces more processes than the 1 that MPI sees; nothing when all is well.
// `mpi_library` is the text of MPI_Get_library_version.
std::optional<std::string> launcher_mismatch(const LauncherView& view, int mpi_size, const std::string& mpi_library);

// Tells the launcher that this process has finished with MPI, as MPI_Finalize would: "cmd=finalize" of the PMI-1 wire
// protocol (Flux RFC 13; src/pmi/simple/simple_pmi.c of MPICH 4.0) over the descriptor PMI_FD. Waits a few seconds at
// most for the answer. Without it Hydra treats the process as failed and kills the other processes of the node, which
// may still be ending. Does nothing where PMI_FD is not set. Local; call once, after the last call to
// MPI.
void bid_launcher_farewell(const Environment& environment);

}  // namespace fockproxy
