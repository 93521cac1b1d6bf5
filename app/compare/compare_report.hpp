// What `fockproxy compare` prints and writes. Local; rank 0.
#pragma once

#include <optional>
#include <vector>

#include "app/calculation/figure_of_merit.hpp"
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

// Of the row whose builds with six communications a task were fastest, without delays put in; efficiency: against its
// builds without communication. Nothing where no row has times.
std::optional<FigureOfMerit> figure_of_merit(const std::vector<CompareRow>& rows, const CompareOptions& options,
                                             int ranks);

void print_compare(const std::vector<CompareRow>& rows, const CompareOptions& options);
Json compare_json(const std::vector<CompareRow>& rows, const CompareOptions& options);

}  // namespace fockproxy
