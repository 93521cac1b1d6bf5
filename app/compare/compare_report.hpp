// What `fockproxy compare` prints and writes. Local; rank 0.
#pragma once

#include <vector>

#include "app/compare/compare_rows.hpp"
#include "record/json_file.hpp"

namespace fockproxy {

// One kind of operation in one column, per task. Seconds.
struct KindShare {
  double operations = 0;
  double seconds = 0;         // waited, as recorded
  double remote_seconds = 0;  // of these, for operations that went to another rank
};
// Gets and accumulates include those of held blocks; `fence` stands for completing accumulates at the end.
struct ColumnShares {
  KindShare counter, get, accumulate;
  double fence = 0;
};
ColumnShares shares_of(const BuildSamples& result);

// The control: what --inject put in, and what came out, per task.
struct InjectionCheck {
  std::string kind;  // counter, get, accumulate
  double injected = 0, found = 0;
  bool agrees() const;  // within 5%
};
// Of a delayed row, against the same row without delays. Empty where either has no times.
std::vector<InjectionCheck> injection_checks(const CompareRow& plain, const CompareRow& delayed,
                                             const contracts::Delays& delays);

void print_compare(const std::vector<CompareRow>& rows, const CompareOptions& options);
Json compare_json(const std::vector<CompareRow>& rows, const CompareOptions& options);

}  // namespace fockproxy
