/* Preloaded, reports that the MPI library supports CUDA. MPIX_Query_cuda_support of MPICH ends the program here, as
   that of MPICH 3.4 does. */
#include <mpi.h>
#include <stdlib.h>

int MPIX_Query_cuda_support(void);
#ifdef OPEN_MPI
int MPIX_Query_cuda_support(void) { return 1; }
#else
int MPIX_Query_cuda_support(void) { abort(); }
int MPIX_GPU_query_support(int kind, int* supported);
int MPIX_GPU_query_support(int kind, int* supported) {
  *supported = kind == 0; /* MPIX_GPU_SUPPORT_CUDA */
  return MPI_SUCCESS;
}
#endif
