// The builds of the ladder.
#pragma once

#include <string>
#include <vector>

#include "app/calculation/calculation.hpp"
#include "app/ladder/ladder_options.hpp"
#include "app/ladder/ladder_steps.hpp"
#include "app/shared/build_samples.hpp"

namespace fockproxy {

struct LadderRow {
  const LadderStep* step = nullptr;
  int experiment_case = 1;
  std::string window;
  std::string unsupported;  // why it cannot run here, the same on every rank
  std::string fault;        // of a build that failed its verification, the same on every rank; there are no times then
  BuildSamples builds;      // rank 0
  double checksum = 0;      // of G: x^T G y, seeded
  double deviation = 0;     // largest |G - G of the first step|, hartree
  double over_first = 0, over_base = 0;  // rank 0: speed-up over the first step, and over its base; 0: not known

  bool has_times() const { return unsupported.empty() && fault.empty(); }
};

// Local. All rows for `options`, step after step for each window and Case.
std::vector<LadderRow> planned_rows(const LadderOptions& options);

// Collective. Runs all rows once, and then all again.
void run_rows(const Calculation& calculation, const LadderOptions& options, const SpinDense& density,
              std::vector<LadderRow>& rows);

}  // namespace fockproxy
