// exp(x) with the same bits on every processor that runs the same build.
#pragma once

namespace fockproxy::eri {

// Relative error below 2.5e-16 for x <= 0; 0 if exp(x) is below the normal numbers. Local, thread-safe. The exp of the
// C library uses fused multiply-adds if the processor has them, which changes the last bits. With it the result of
// `--simd portable` would depend on the machine.
double exponential(double x);

}  // namespace fockproxy::eri
