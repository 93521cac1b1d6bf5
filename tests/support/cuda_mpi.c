/* Preloaded, reports that the MPI library supports CUDA. */
int MPIX_Query_cuda_support(void);
int MPIX_Query_cuda_support(void) { return 1; }
