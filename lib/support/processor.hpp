// The instruction sets that this processor can execute.
#pragma once

namespace fockproxy {

#if defined(__x86_64__)
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
inline bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#else
inline bool has_avx2() { return false; }
inline bool has_avx512() { return false; }
#endif

}  // namespace fockproxy
