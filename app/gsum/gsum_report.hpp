// The rows of `fockproxy gsum`, their figures, and what it prints of them.
#pragma once

#include <vector>

#include "app/gsum/gsum_options.hpp"
#include "app/shared/figure.hpp"

namespace fockproxy {

struct GsumRow {
  GlobalSumCase the_case;
  GlobalSumMeasurement measured;
  // With --beside-work: seconds of the sum and as much work together, and what share of the sum that hid.
  double together = 0, hidden = 0;
};

Figures<GsumRow> gsum_figures();
void print_gsum(const std::vector<GsumRow>& rows);  // local; rank 0

}  // namespace fockproxy
