/* A library with the calls of libcuda.so.1 that the program uses, for machines without a GPU. Its device is a clock: a
   kernel occupies a stream until its time is over. Its memory is memory of the host. It checks what CUDA checks: the
   order of calls, and that a context is current. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  NOT_INITIALIZED = 3,
  INVALID_PTX = 218,
  INVALID_CONTEXT = 201,
  NOT_FOUND = 500,
  NOT_READY = 600
};

struct stream {
  int64_t end; /* of the work launched on it, nanoseconds */
};
struct callback {
  int64_t time;
  void (*function)(void*);
  void* data;
};

static int initialized, context_retained;
static unsigned schedule;
static __thread int context_current;
static char context, module, function;

static int64_t clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return INT64_C(1000000000) * t.tv_sec + t.tv_nsec;
}
static void sleep_until(int64_t time) {
  const struct timespec t = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0) {
  }
}
static int usable(void) { return !initialized ? NOT_INITIALIZED : context_current ? SUCCESS : INVALID_CONTEXT; }

int cuInit(unsigned flags) {
  if (getenv("MOCK_CUDA_FAILS")) return 100; /* CUDA_ERROR_NO_DEVICE */
  initialized = 1;
  return flags == 0 ? SUCCESS : INVALID_VALUE;
}
int cuDriverGetVersion(int* version) {
  *version = 13000;
  return SUCCESS;
}
int cuGetErrorName(int error, const char** name) {
  *name = error == 100               ? "CUDA_ERROR_NO_DEVICE"
          : error == INVALID_CONTEXT ? "CUDA_ERROR_INVALID_CONTEXT"
                                     : "CUDA_ERROR";
  return SUCCESS;
}
int cuDeviceGetCount(int* count) {
  *count = 2;
  return initialized ? SUCCESS : NOT_INITIALIZED;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal < 2 ? SUCCESS : INVALID_VALUE;
}
int cuDeviceGetName(char* name, int length, int device) {
  strncpy(name, device == 0 ? "Mock 0" : "Mock 1", (size_t)length);
  return SUCCESS;
}
int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
  (void)device;
  schedule = flags;
  return flags == 1 || flags == 2 || flags == 4 ? SUCCESS : INVALID_VALUE;
}
int cuDevicePrimaryCtxRetain(void** result, int device) {
  (void)device;
  context_retained = 1;
  *result = &context;
  return initialized ? SUCCESS : NOT_INITIALIZED;
}
int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  context_retained = 0;
  return SUCCESS;
}
int cuCtxSetCurrent(void* wanted) {
  context_current = wanted == &context && context_retained;
  return context_current ? SUCCESS : INVALID_CONTEXT;
}
int cuCtxSynchronize(void) { return usable(); }
int cuMemAlloc_v2(uintptr_t* address, size_t bytes) {
  *address = usable() == SUCCESS ? (uintptr_t)malloc(bytes) : 0;
  return usable();
}
int cuMemFree_v2(uintptr_t address) {
  free((void*)address);
  return usable();
}
int cuMemcpy(uintptr_t to, uintptr_t from, size_t bytes) {
  if (usable() == SUCCESS) memmove((void*)to, (const void*)from, bytes);
  return usable();
}
int cuModuleLoadData(void** result, const void* image) {
  *result = &module;
  return usable() ? usable() : strstr(image, ".visible .entry spin(") ? SUCCESS : INVALID_PTX;
}
int cuModuleUnload(void* which) { return which == &module ? SUCCESS : INVALID_VALUE; }
int cuModuleGetFunction(void** result, void* which, const char* name) {
  *result = &function;
  return which == &module && strcmp(name, "spin") == 0 ? usable() : NOT_FOUND;
}
int cuStreamCreate(void** result, unsigned flags) {
  (void)flags;
  *result = calloc(1, sizeof(struct stream));
  return usable();
}
int cuStreamDestroy_v2(void* stream) {
  free(stream);
  return SUCCESS;
}
int cuLaunchKernel(void* which, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void* stream, void** arguments, void** extra) {
  struct stream* s = stream;
  const int64_t now = clock_ns();
  (void)shared, (void)extra;
  if (which != &function || gx * gy * gz * bx * by * bz != 1) return INVALID_VALUE;
  s->end = (s->end > now ? s->end : now) + (int64_t)*(unsigned long long*)arguments[0];
  return usable();
}
int cuStreamQuery(void* stream) {
  return usable() ? usable() : clock_ns() < ((struct stream*)stream)->end ? NOT_READY : SUCCESS;
}
int cuStreamSynchronize(void* stream) {
  const int64_t end = ((struct stream*)stream)->end;
  if (schedule == 4) sleep_until(end);
  while (clock_ns() < end)
    if (schedule == 2) sched_yield();
  return usable();
}
static void* call_back(void* memory) {
  struct callback* c = memory;
  sleep_until(c->time);
  c->function(c->data);
  free(c);
  return NULL;
}
int cuLaunchHostFunc(void* stream, void (*function_)(void*), void* data) {
  struct callback* c = malloc(sizeof *c);
  pthread_t thread;
  c->time = ((struct stream*)stream)->end;
  c->function = function_;
  c->data = data;
  if (pthread_create(&thread, NULL, call_back, c) != 0) return INVALID_VALUE;
  pthread_detach(thread);
  return usable();
}
