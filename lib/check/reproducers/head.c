/* @ROW@: @SUMMARY@.
 *
 *     mpicc -std=c99 -o @ROW@ @ROW@.c@LIBRARIES@ && mpiexec -n @RANKS@ ./@ROW@
 *
 * Right: "ok", exit code 0. Wrong: what differed and exit code 1, or a crash, or no end.
 * Written by fockproxy check --reproducer @ROW@. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, wrong;      /* wrong: how many differences this rank has seen */
static MPI_Win win = MPI_WIN_NULL; /* of displacement unit 1, locked by all */
static void* base;                 /* this rank's segment */

static void compare(const char* what, int owner, long at, double seen, double right) {
  if (seen == right) return;
  if (wrong++ == 0) printf("rank %d: %s %ld of rank %d is %.0f, not %.0f\n", rank, what, at, owner, seen, right);
}

static void everybody(void) { /* is done, and loads and RMA see the same (MPI-4.0 section 12.7) */
  for (int target = 0; target < size; ++target) MPI_Win_flush(target, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}

static int finish(void) {
  if (win != MPI_WIN_NULL) MPI_Win_unlock_all(win), MPI_Win_free(&win);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0 && wrong == 0) printf("ok\n");
  MPI_Finalize();
  return wrong != 0;
}

static void make_window(MPI_Aint bytes) {
  MPI_Info info;
  MPI_Info_create(&info);
@INFO@
@MAKE@
  MPI_Info_free(&info);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
}

