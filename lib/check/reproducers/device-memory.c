#include <dlfcn.h>
#include <string.h>

static void *driver, *context, *stream; /* CUDA's, loaded at run time: no header or library of CUDA is needed */
static void *origin, *result, *expected;
static void cuda(const char* call, int code) {
  if (code != 0) printf("rank %d: %s: error %d of CUDA\n", rank, call, code), exit(2);
}
#define CUDA(call, arguments) cuda(#call, ((int (*)())dlsym(driver, #call)) arguments)

static void start_gpu(void) {
  int device;
  driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == NULL) printf("UNSUPPORTED: %s\n", dlerror()), MPI_Finalize(), exit(2);
  CUDA(cuInit, (0)), CUDA(cuDeviceGet, (&device, 0)), CUDA(cuDevicePrimaryCtxRetain, (&context, device));
  CUDA(cuCtxSetCurrent, (context)), CUDA(cuStreamCreate, (&stream, 1));
}

static void copy(int gpu, void* to, const void* from, size_t bytes) {
  if (gpu) CUDA(cuMemcpy, (to, from, bytes)), CUDA(cuCtxSynchronize, ());
  else memcpy(to, from, bytes);
}

static void* copied(int gpu, const void* from, size_t bytes) { /* to new memory of the GPU or of the host */
  void* to = gpu ? NULL : malloc(bytes);
  if (gpu) CUDA(cuMemAlloc_v2, (&to, bytes));
  return copy(gpu, to, from, bytes), to;
}

