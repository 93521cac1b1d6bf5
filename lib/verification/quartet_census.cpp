#include "verification/quartet_census.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "support/clock.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

// The screening data of the quartets (ab|cd) for d = 0 .. n - 1.
struct Row {
  const double *schwarz, *coulomb;        // of c with d
  const double *exchange_a, *exchange_b;  // of a and of b with d
  int n;
};

// How many quartets of a row survive. `density` is the largest of the factors that do not depend on d. The products are
// those of QuartetScreen::keeps, in the same order.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && defined(__GNUC__) && \
    !defined(__clang__)
#ifndef __SANITIZE_THREAD__  // its instrumentation crashes in the selection of the clone at start-up
__attribute__((target_clones("avx512f", "avx2", "default")))  // compilers vectorise this loop over arrays
#endif
#endif
std::int64_t
count_row(const Row& row, double schwarz_ab, double density, double threshold) {
  const auto [schwarz, coulomb, bra, other, n] = row;
  std::int64_t kept = 0;
  for (int d = 0; d < n; ++d) {
    const double exchange = bra[d] > other[d] ? bra[d] : other[d];
    const double mine = coulomb[d] > exchange ? coulomb[d] : exchange;
    const double largest = mine > density ? mine : density;
    kept += schwarz_ab * schwarz[d] * largest < threshold ? 0 : 1;
  }
  return kept;
}

}  // namespace

std::int64_t count_quartets(const QuartetScreen& screen, const BlockPartition& partition, int block, int first,
                            int stride) {
  const MatrixView &coulomb = screen.coulomb(), &exchange = screen.exchange(), &schwarz = screen.schwarz();
  const int end = partition.last_shell(block);
  std::vector<double> largest_schwarz(end);  // per row, up to the diagonal
  for (int c = 0; c < end; ++c) largest_schwarz[c] = schwarz.row(c).head(c + 1).maxCoeff();
  std::int64_t kept = 0;
  int pair = 0;
  for (int a = partition.first_shell(block); a < end; ++a)
    for (int b = 0; b <= a; ++b) {
      if (pair++ % stride != first || !screen.keeps_shell_pair(a, b)) continue;
      for (int c = 0; c <= a; ++c) {
        if (schwarz(a, b) * largest_schwarz[c] * screen.largest_density() < screen.threshold()) continue;
        const double density = std::max({coulomb(a, b), exchange(a, c), exchange(b, c)});
        const Row row{schwarz.row(c).data(), coulomb.row(c).data(), exchange.row(a).data(), exchange.row(b).data(),
                      (c == a ? b : c) + 1};
        kept += count_row(row, schwarz(a, b), density, screen.threshold());
      }
    }
  return kept;
}

Check check_census(const Communicator& comm, const QuartetScreen& screen, const BlockPartition& partition,
                   std::span<const std::int64_t> digested, const Effort& effort, Coverage& coverage) {
  const double start = now();
  const int blocks = partition.blocks();
  std::vector<int> order(blocks);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int block) { return hash_append(effort.random, block); });
  std::vector<std::int64_t> all(digested.begin(), digested.end());
  comm.reduce_all(std::span(all), MPI_SUM);

  // Ranks agree only rarely on whether to continue, because a collective may take long if there are more ranks than
  // cores.
  std::int64_t counted = 0;
  int done = 0, wrong = -1;
  std::int64_t expected_there = 0;
  for (int until = std::min(blocks, std::max(1, blocks / 8)); done < blocks; until = std::min(blocks, 2 * until)) {
    std::vector<std::int64_t> kept;
    for (int n = done; n < until; ++n)
      kept.push_back(count_quartets(screen, partition, order[n], comm.rank(), comm.size()));
    comm.reduce_all(std::span(kept), MPI_SUM);
    for (int n = done; n < until; ++n) {
      counted += kept[n - done];
      if (kept[n - done] == all[order[n]] || wrong >= 0) continue;
      wrong = order[n];
      expected_there = kept[n - done];
    }
    done = until;
    // The next batch is as long as all batches before.
    if (done < blocks && comm.max(2 * (now() - start)) > effort.seconds) break;
  }
  coverage.quartets_counted += counted;
  const std::int64_t total = std::accumulate(all.begin(), all.end(), std::int64_t{0});
  return {"quartets digested against quartets that screening keeps", wrong < 0 ? 0.0 : 1.0, 0.0,
          wrong < 0 ? fmt::format("counted: {} of {}", counted, total)
                    : fmt::format("tasks whose first block is {} digested {} quartets, and screening keeps {}", wrong,
                                  all[wrong], expected_there)};
}

}  // namespace fockproxy
