// The rows of `fockproxy gsum`, what it prints of them and what it writes.
#pragma once

#include <string>
#include <vector>

#include "app/gsum/gsum_options.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

struct GsumRow {
  GlobalSumCase the_case;
  GlobalSumMeasurement measured;
  // With --beside-work: seconds of the sum and as much work together, and what share of the sum that hid.
  double together = 0, hidden = 0;
};

// Local; rank 0.
void print_gsum(const std::vector<GsumRow>& rows, bool beside_work);
Json gsum_json(const std::vector<GsumRow>& rows, bool beside_work);
std::string first_fault(const std::vector<GsumRow>& rows);  // "" without any

}  // namespace fockproxy
