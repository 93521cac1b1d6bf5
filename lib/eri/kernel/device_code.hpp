// The attributes of functions and tables, for compilers for GPUs and for CPUs. Included by the kernels' translation
// units only.
//
// FOCKPROXY_TEAM is for the code of a team that depends on angular momenta: a GPU has it in each kernel, a CPU once for
// all callers. FOCKPROXY_TABLE is for constants that the code indexes at run time. FOCKPROXY_PARAMETER is for a
// parameter of a kernel that all threads read in place, without a copy.
#pragma once

#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define FOCKPROXY_PARAMETER
#elif defined(__CUDACC__)
#define FOCKPROXY_PARAMETER __grid_constant__
#endif

#if defined(__CUDACC__) || defined(__HIPCC__)
#define FOCKPROXY_INLINE __device__ __forceinline__
#define FOCKPROXY_NOINLINE __device__ __noinline__
#define FOCKPROXY_TEAM __device__ __forceinline__
#define FOCKPROXY_TABLE __device__
#else
#define FOCKPROXY_INLINE inline __attribute__((always_inline))
#define FOCKPROXY_NOINLINE __attribute__((noinline))
#define FOCKPROXY_TEAM
#define FOCKPROXY_TABLE
#endif
