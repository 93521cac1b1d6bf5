// The rows of `fockproxy gsum`, their figures and their output.
#pragma once

#include <vector>

#include "app/gsum/gsum_options.hpp"
#include "app/shared/figure.hpp"

namespace fockproxy {

struct GsumRow {
  GlobalSumCase the_case;
  GlobalSumMeasurement measured;
  // With --beside-work: seconds of the sum together with as much work, and the share of the sum that the work hid.
  double together = 0, hidden = 0;
};

Figures<GsumRow> gsum_figures();
void print_gsum(const std::vector<GsumRow>& rows);  // local; rank 0

}  // namespace fockproxy
