// LibintX's integrals over four centres, class by class, as its own benchmark takes them: one thread, pairs of shells
// of random centres, nothing screened, digested or kept. One line of JSON a class.
//
//   libintx_peer PRIMITIVES     of every shell; their exponents are 0.1 to 0.5 times powers of five
//
// Compiled in the place of LibintX's benchmark, of which it uses random basis functions (test.h).

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "libintx/ao/md/engine.h"
#include "libintx/utility.h"
#include "test.h"

namespace {

constexpr std::string_view letters = "spdfghi";
constexpr int functions_of_pairs = 4000;  // on each side: what is one batch of the benchmark
constexpr int repeats = 4;                // the best one counts

struct Pair {
  int a, b;
  int functions() const { return (2 * a + 1) * (2 * b + 1); }
};

double seconds(libintx::md::IntegralEngine<4>& engine, const auto& bra, const auto& ket) {
  const auto start = std::chrono::steady_clock::now();
  engine.compute(libintx::Coulomb, bra, ket, {}, [](auto...) {});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(Pair bra, Pair ket, int primitives) {
  using libintx::Basis;
  using libintx::Gaussian;
  const auto [bra_basis, bra_pairs] = libintx::test::make_basis<2>(
      {bra.a, bra.b}, {primitives, primitives}, functions_of_pairs / bra.functions());
  const auto [ket_basis, ket_pairs] = libintx::test::make_basis<2>(
      {ket.a, ket.b}, {primitives, primitives}, functions_of_pairs / ket.functions());
  libintx::md::IntegralEngine<4> engine(std::make_shared<Basis<Gaussian>>(bra_basis),
                                        std::make_shared<Basis<Gaussian>>(ket_basis));
  engine.num_threads = 1;
  double best = seconds(engine, bra_pairs, ket_pairs);
  for (int i = 1; i < repeats; ++i) best = std::min(best, seconds(engine, bra_pairs, ket_pairs));
  std::printf("{\"class\": \"(%c %c|%c %c)\", \"quartets_per_second\": %.6e}\n", letters[bra.a], letters[bra.b],
              letters[ket.a], letters[ket.b], double(bra_pairs.size()) * double(ket_pairs.size()) / best);
}

}  // namespace

int main(int count, char** arguments) {
  const int primitives = count == 2 ? std::atoi(arguments[1]) : 0;
  if (primitives < 1) {
    std::fprintf(stderr, "usage: libintx_peer PRIMITIVES\n");
    return 2;
  }
  for (int a = 0; a <= libintx::LMAX; ++a)
    for (int b = 0; b <= a; ++b)
      for (int c = 0; c <= a; ++c)
        for (int d = 0; d <= (c == a ? b : c); ++d) measure({a, b}, {c, d}, primitives);
}
