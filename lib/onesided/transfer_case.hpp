// What a row measures: its operation, footprint and ranks. Bench holds what all rows share.
#pragma once

#include <optional>

#include "experiment/busy_work.hpp"
#include "onesided/faulty_mover.hpp"
#include "onesided/mover.hpp"
#include "onesided/pieces.hpp"
#include "onesided/traffic_pattern.hpp"
#include "parallel/session.hpp"
#include "timing/clocks.hpp"
#include "timing/samples.hpp"

namespace fockproxy::onesided {

// own: int64 for operations that take integers only, else double.
enum class Datatype { own, real, int64, int32 };
inline constexpr std::string_view datatype_names[] = {"own", "double", "int64", "int32"};

struct TransferCase {
  Choice<OperationEntry> operation;
  Combination combination = Combination::sum;  // of an operation that combines
  Datatype datatype = Datatype::own;           // of an operation that is typed
  WindowChoice window{};
  Completion completion = Completion::flush;
  Method method = Method::direct;
  Footprint footprint = Footprint::contiguous(1);
  TrafficPattern traffic = {};
  int in_flight = 1;    // transfers issued before any is completed; method direct only
  bool warm = false;    // the same words were moved just before, and no rank accessed them since
  double period = 0;    // seconds of each computation of the only target; 0: it stays inside MPI
  double own_work = 0;  // seconds of computation of the origin between issue and completion

  Element element() const;
};

// The objects that all rows share. All objects that it refers to must outlive it.
struct Bench {
  Session session;
  const SyntheticWork& work;
  ProgressStrategy& progress;  // started
  ClockCost clock;
  Limits limits = {};
  std::optional<MoverFault> fault = {};  // a negative control
};

}  // namespace fockproxy::onesided
