// exp(x) of which every bit is the same on every processor that runs the same build.
#pragma once

namespace fockproxy::eri {

// Within 2.5e-16 of exp(x), relatively, for x <= 0; 0 where that is below the normal numbers. Local, thread-safe. The C
// library's own exp takes the processor's fused multiply-adds where it has any, and then differs in last bits: with it
// `--simd portable` would depend on the machine.
double exponential(double x);

}  // namespace fockproxy::eri
