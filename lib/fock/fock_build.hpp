// The result of a Fock build, which can be read only after its verification.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blocks/fock_grid.hpp"
#include "dense/dense_matrix.hpp"
#include "record/operations.hpp"
#include "support/error.hpp"
#include "tasks/task.hpp"
#include "verification/neglected.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

struct TaskCost {
  Task task;
  std::int64_t quartets;
  double seconds, cpu;  // the time of its computation: wall, and CPU of its thread
  double estimate;      // in the unit of TaskCosts (tasks/task_order.hpp)
};

// The result and the record of one build; `ranks` and `task_costs` on rank 0.
struct FockBuild {
  SpinDense g;                   // two-electron part of F, symmetric; in the distribution of the density
  std::uint64_t hash = 0;        // hash_of(g): of its bits
  std::optional<FockGrid> grid;  // of exact sums; not set: sums were of doubles
  Neglected neglected;           // the error from screening, and so the promise of the build
  double threshold = 0;          // of the screening, hartree
  std::int64_t tasks_before_screening = 0;
  std::int64_t tasks = 0;
  std::int64_t quartets = 0;
  double seconds = 0;               // from the common start to the end of the fence
  double task_table_seconds = 0;    // screening bounds, counting and agreeing on the tasks
  double verification_seconds = 0;  // outside `seconds`
  double setup_seconds = 0;         // distributing D and clearing F
  double collect_seconds = 0;       // the return of F to the distribution of the density
  std::vector<RankRecord> ranks;
  std::vector<TaskCost> task_costs;  // by id, if RecordOptions::task_costs is set
};

// Thrown on every rank when a build fails its verification; the message says what differed.
class VerificationFailure : public AgreedComputationError {
 public:
  using AgreedComputationError::AgreedComputationError;
};

// A build with its verdict. result() gives neither the matrix nor the times of a wrong build. Local.
class FinishedBuild {
 public:
  // verified: all ranks have agreed on it.
  FinishedBuild(FockBuild build, Verification verification, bool verified)
      : build_(std::move(build)), verification_(std::move(verification)), verified_(verified) {}

  bool verified() const { return verified_; }  // the same on every rank
  const Verification& verification() const { return verification_; }

  // Throws VerificationFailure, on every rank alike, unless verified().
  FockBuild result() && {
    if (!verified_) throw VerificationFailure("verification failed: " + verification_.first_failure());
    return std::move(build_);
  }

 private:
  FockBuild build_;
  Verification verification_;
  bool verified_;
};

}  // namespace fockproxy
