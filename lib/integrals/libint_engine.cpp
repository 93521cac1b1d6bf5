#include "integrals/libint_engine.hpp"

#include "eri/exponential.hpp"

// Libint's one-electron integrals call exp() by this unqualified name. They find this function before that of the C
// library, whose last bits depend on the processor. Its two-electron integrals, which verify those of the program, do
// not use it: their exponentials are in libint2::ShellPair, which was compiled with the header above.
namespace libint2 {
inline double exp(double x) { return fockproxy::eri::exponential(x); }
}  // namespace libint2

#include <libint2.hpp>  // after libint.hpp, which silences warnings of the part that both include

namespace fockproxy {

namespace {

libint2::Operator libint_operator(LibintEngine::Operator op) {
  switch (op) {
    case LibintEngine::Operator::overlap: return libint2::Operator::overlap;
    case LibintEngine::Operator::kinetic: return libint2::Operator::kinetic;
    case LibintEngine::Operator::nuclear: return libint2::Operator::nuclear;
    case LibintEngine::Operator::dipole: return libint2::Operator::emultipole1;
    case LibintEngine::Operator::repulsion: break;
  }
  return libint2::Operator::coulomb;
}

}  // namespace

struct LibintEngine::Implementation {
  explicit Implementation(libint2::Engine made) : engine(std::move(made)) {}  // Clang 15 needs it
  libint2::Engine engine;
};

LibintEngine::LibintEngine(Operator op, std::size_t max_primitives, int max_angular_momentum, double precision)
    : implementation_(std::make_unique<Implementation>(
          libint2::Engine(libint_operator(op), max_primitives, max_angular_momentum, 0, precision))) {}

LibintEngine::~LibintEngine() = default;
LibintEngine::LibintEngine(LibintEngine&&) noexcept = default;

void LibintEngine::set_screening(libint2::ScreeningMethod method) { implementation_->engine.set(method); }

void LibintEngine::set_charges(const std::vector<std::pair<double, Point>>& charges) {
  implementation_->engine.set_params(charges);
}

void LibintEngine::set_origin(const Point& origin) { implementation_->engine.set_params(origin); }

const double* const* LibintEngine::compute(const libint2::Shell& a, const libint2::Shell& b) {
  return implementation_->engine.compute1(a, b).data();
}

const double* LibintEngine::compute(const libint2::Shell& a, const libint2::Shell& b, const libint2::Shell& c,
                                    const libint2::Shell& d, const libint2::ShellPair& bra,
                                    const libint2::ShellPair& ket) {
  return implementation_->engine.compute2<libint2::Operator::coulomb, libint2::BraKet::xx_xx, 0>(a, b, c, d, &bra,
                                                                                                 &ket)[0];
}

}  // namespace fockproxy
