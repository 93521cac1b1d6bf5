// The attributes of functions and tables that a compiler for GPUs and one for CPUs share. Included by the kernels'
// translation units only.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
#define FOCKPROXY_INLINE __device__ __forceinline__
#define FOCKPROXY_NOINLINE __device__ __noinline__
#define FOCKPROXY_TABLE __device__  // of constants that the code indexes at run time
#else
#define FOCKPROXY_INLINE inline __attribute__((always_inline))
#define FOCKPROXY_NOINLINE __attribute__((noinline))
#define FOCKPROXY_TABLE
#endif
