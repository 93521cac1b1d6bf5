// The common part of all rows of a test: rows as short as possible, verified like any other.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "onesided/measurement.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {

struct ShortBench {
  SyntheticWork work{world(), WorkKind::busy};
  std::unique_ptr<ProgressStrategy> progress = find_progress("none").make(runtime());
  onesided::Bench bench{
      {runtime(), watchdog()}, work, *progress, measure_clock(), {.seconds = 1e-6, .enough = 1, .fewest = 1}};

  // The result of a row, on every rank.
  onesided::Measurement measure(const onesided::TransferCase& the_case) const {
    onesided::Measurement m = onesided::measure(bench, the_case);
    m.fault = world().broadcast(m.fault);
    m.unsupported = world().broadcast(m.unsupported);
    watchdog().beat();
    return m;
  }
};

inline onesided::TrafficPattern last_to_first() {
  return {onesided::Pattern::pair, world().size(), world().size() - 1, 0};
}

// One footprint of each kind; fewer if every wait takes long.
inline std::vector<onesided::Footprint> footprints() {
  using onesided::AtOrigin;
  using onesided::Footprint;
  const Footprint strided = Footprint::strided(3, 70, 5, AtOrigin::dense);
  const Footprint overlapping({{0, 8}, {4, 8}, {20, 8}}, AtOrigin::alike);
  if (waiting_is_slow()) return {Footprint::contiguous(1), strided, overlapping};
  return {Footprint::contiguous(1),
          Footprint::contiguous(1000),
          strided,
          Footprint::strided(2, 5, 7, AtOrigin::alike),
          Footprint::scattered(4, 9, 1),
          overlapping};
}

// For tests of many other things in each footprint.
inline std::vector<onesided::Footprint> small_footprints() {
  using onesided::AtOrigin;
  using onesided::Footprint;
  const Footprint strided = Footprint::strided(3, 7, 5, AtOrigin::dense);
  if (waiting_is_slow()) return {Footprint::contiguous(1), strided};
  return {Footprint::contiguous(1), Footprint::contiguous(65), strided};
}

// Cache states; fewer if every wait takes long.
inline std::vector<bool> cache_states() { return waiting_is_slow() ? std::vector{true} : std::vector{false, true}; }

// Every pair of MPI_Op and datatype.
inline std::vector<std::pair<onesided::Combination, onesided::Datatype>> kinds() {
  using enum onesided::Combination;
  using enum onesided::Datatype;
  std::vector<std::pair<onesided::Combination, onesided::Datatype>> all;
  for (const onesided::Combination combination : {sum, replace, no_op, min, max})
    for (const onesided::Datatype datatype : {onesided::Datatype::real, int64, int32})
      all.emplace_back(combination, datatype);
  return all;
}

inline std::vector<onesided::Completion> completions() {
  using enum onesided::Completion;
  if (waiting_is_slow()) return {flush};
  return {flush, flush_local, epoch};
}

// Some libraries report a request with a derived type complete before its words have arrived (MPICH 4.0.2 and 5.0 over
// UCX). `fockproxy check` has rows for this, and a row of `onesided` that reports it is correct.
inline bool may_be_the_librarys(const onesided::TransferCase& c) {
  return c.operation->requests && !c.operation->global_arrays && !c.footprint.is_contiguous();
}

}  // namespace fockproxy::testing
