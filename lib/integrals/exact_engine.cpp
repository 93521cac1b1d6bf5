#include "integrals/exact_engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "integrals/libint_engine.hpp"
#include "integrals/libint_shells.hpp"

namespace fockproxy {

// Libint's recursions subtract centres of products from centres of atoms. They lose digits with the distance from (0,
// 0, 0), times the square root of exponents. So every quartet is computed with its first shell at (0, 0, 0). The
// recursion that shifts angular momentum from the first shell of a pair to the second also subtracts. If the first
// shell is the diffuse one and both are g functions, 3e-4 of (ab|ab) was lost at a distance of 11 bohr. So of two
// shells of one angular momentum, the steeper one is the first. Otherwise Libint chooses.
struct ExactEngine::Implementation {
  // Two shells, with centres relative to that of the first.
  struct LocalPair {
    libint2::ShellPair pair;
    std::vector<Point> centers;  // of the pair's primitive pairs

    LocalPair(const libint2::Shell& a, const libint2::Shell& b)
        : pair(a, b, std::numeric_limits<double>::lowest(), libint2::ScreeningMethod::Original) {
      std::erase_if(pair.primpairs, [](const auto& p) { return p.K == 0; });
      for (const auto& p : pair.primpairs) {
        const double share = b.alpha[p.p2] / (a.alpha[p.p1] + b.alpha[p.p2]);
        centers.push_back({share * (b.O[0] - a.O[0]), share * (b.O[1] - a.O[1]), share * (b.O[2] - a.O[2])});
      }
    }
    void place(const Point& first) {
      for (std::size_t i = 0; i < centers.size(); ++i)
        for (int k = 0; k < 3; ++k) pair.primpairs[i].P[k] = first[k] + centers[i][k];
    }
    double bytes() const {
      return static_cast<double>(sizeof *this + pair.primpairs.capacity() * sizeof pair.primpairs[0] +
                                 centers.capacity() * sizeof centers[0]);
    }
  };

  const BasisSet& basis;
  double memory;
  std::vector<libint2::Shell> shells;
  std::vector<Point> centers;                     // original centres of the shells, which are moved
  std::vector<double> most_diffuse;               // smallest exponent of each shell
  std::vector<std::unique_ptr<LocalPair>> pairs;  // for (a, b <= a); null until used
  std::vector<std::size_t> made;                  // indices of the pairs that were made
  double bytes = 0;
  LibintEngine engine;
  std::vector<double> bounds;  // by index of the pair; negative: not known yet
  std::vector<double> transposed;

  static std::size_t most_primitives(const BasisSet& basis) {
    std::size_t most = 1;
    for (const Shell& shell : basis.all_shells()) most = std::max(most, shell.exponents.size());
    return most;
  }

  Implementation(const BasisSet& of, double limit)
      : basis(of),
        memory(limit),
        shells(libint_shells(of)),
        pairs(shells.size() * (shells.size() + 1) / 2),
        engine(LibintEngine::Operator::repulsion, most_primitives(of), of.max_angular_momentum()),
        bounds(pairs.size(), -1.0) {
    engine.set_screening(libint2::ScreeningMethod::Original);
    for (const libint2::Shell& shell : shells) {
      centers.push_back({shell.O[0], shell.O[1], shell.O[2]});
      most_diffuse.push_back(*std::ranges::min_element(shell.alpha));
    }
  }

  // Called before a quartet, never between its two pairs.
  void keep_within_memory() {
    if (bytes < memory) return;
    for (const std::size_t place : made) pairs[place].reset();
    made.clear();
    bytes = 0;
  }

  Point from(int first, int shell) const {
    Point distance;
    for (int k = 0; k < 3; ++k) distance[k] = centers[shell][k] - centers[first][k];
    return distance;
  }

  // The shells a >= b in the order that Libint gets.
  struct Order {
    int first, second;
    bool swapped;
  };
  Order order(int a, int b) const {
    const bool swapped = shells[a].contr[0].l == shells[b].contr[0].l && most_diffuse[b] > most_diffuse[a];
    return swapped ? Order{b, a, true} : Order{a, b, false};
  }

  // Leaves the shells of the pair at their centres relative to shell `origin`.
  const libint2::ShellPair& pair(const Order& order, int origin) {
    const auto [first, second, swapped] = order;
    shells[first].O = from(origin, first);
    shells[second].O = from(origin, second);
    const auto a = static_cast<std::size_t>(std::max(first, second));
    const std::size_t place = a * (a + 1) / 2 + static_cast<std::size_t>(std::min(first, second));
    if (!pairs[place]) {
      pairs[place] = std::make_unique<LocalPair>(shells[first], shells[second]);
      bytes += pairs[place]->bytes();
      made.push_back(place);
    }
    pairs[place]->place(shells[first].O);
    return pairs[place]->pair;
  }

  // Brings integrals from Libint's order of shells to [a][b][c][d].
  const double* in_order(const double* integrals, const Order& bra, const Order& ket) {
    const int bra_rows = basis.shell(bra.first).functions(), bra_columns = basis.shell(bra.second).functions();
    const int ket_rows = basis.shell(ket.first).functions(), ket_columns = basis.shell(ket.second).functions();
    const int width = ket_rows * ket_columns;
    transposed.resize(static_cast<std::size_t>(basis.integrals(bra.first, bra.second, ket.first, ket.second)));
    const auto place = [](bool swapped, int row, int rows, int column, int columns) {
      return swapped ? column * rows + row : row * columns + column;
    };
    for (int i = 0; i < bra_rows; ++i)
      for (int j = 0; j < bra_columns; ++j)
        for (int k = 0; k < ket_rows; ++k)
          for (int l = 0; l < ket_columns; ++l) {
            const int at = place(bra.swapped, i, bra_rows, j, bra_columns) * width +
                           place(ket.swapped, k, ket_rows, l, ket_columns);
            transposed[static_cast<std::size_t>(at)] = *integrals++;
          }
    return transposed.data();
  }
};

ExactEngine::ExactEngine(const BasisSet& basis, double memory)
    : implementation_(std::make_unique<Implementation>(basis, memory)) {}

ExactEngine::~ExactEngine() = default;
ExactEngine::ExactEngine(ExactEngine&&) noexcept = default;

const BasisSet& ExactEngine::basis() const { return implementation_->basis; }

const double* ExactEngine::compute(int a, int b, int c, int d) {
  Implementation& i = *implementation_;
  i.keep_within_memory();
  const auto ab = i.order(a, b), cd = i.order(c, d);
  const libint2::ShellPair &bra = i.pair(ab, ab.first), &ket = i.pair(cd, ab.first);
  if (bra.primpairs.empty() || ket.primpairs.empty()) return nullptr;
  const double* integrals =
      i.engine.compute(i.shells[ab.first], i.shells[ab.second], i.shells[cd.first], i.shells[cd.second], bra, ket);
  return integrals && (ab.swapped || cd.swapped) ? i.in_order(integrals, ab, cd) : integrals;
}

double ExactEngine::schwarz(int a, int b) {
  double& bound = implementation_->bounds[static_cast<std::size_t>(a) * (a + 1) / 2 + b];
  if (bound >= 0) return bound;
  const double* integrals = compute(a, b, a, b);
  const int n = basis().shell(a).functions() * basis().shell(b).functions();
  bound = integrals ? std::sqrt(Eigen::Map<const Matrix>(integrals, n, n).diagonal().cwiseAbs().maxCoeff()) : 0.0;
  return bound;
}

}  // namespace fockproxy
