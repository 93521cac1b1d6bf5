// Negative controls: a digestor that computes some tasks wrongly, in one of the ways in which digestion can go wrong.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "digestion/digestor.hpp"
#include "integrals/exact_engine.hpp"
#include "verification/exact_digestion.hpp"

namespace fockproxy::contracts {

enum class DigestFault {
  leave_out,       // the task is not done
  lose,            // it is done and counted, and its contributions are lost
  integral_class,  // integrals of one class, chosen by the seed, are 0.1% too large, in every task
  factor,          // one of the six contributions is twice too large
  transpose,       // one is transposed (within each spin; where it is not square, its elements are in reverse order)
  other_density,   // KL, IL and JL of D are those of the task before
};
struct DigestFaultName {
  DigestFault fault;
  std::string_view name;
};
std::span<const DigestFaultName> digest_faults();

// What is spoilt.
struct Sabotage {
  DigestFault fault;
  double share;        // of the tasks, 0 to 1; integral_class looks at all tasks
  std::uint64_t seed;  // draws them
};

// Passes tasks on to a real digestor, and spoils a share of them, drawn by chance. Not thread-safe. The basis, the
// partition and the density must outlive it.
class FaultyDigestor : public Digestor {
 public:
  // density: of the builds to come.
  FaultyDigestor(std::unique_ptr<Digestor> digestor, const Sabotage& sabotage, const BasisSet& basis,
                 const BlockPartition& partition, const SpinMatrices& density);

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override;

  std::int64_t spoilt() const { return spoilt_; }  // tasks so far, of this rank

 private:
  std::size_t elements(const Task& task, int role) const;
  bool is_victim(const Task& task) const;
  bool is_of_class(int a, int b, int c, int d) const;
  void spoil(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks);
  void add_wrong_integrals(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks);
  void transpose(const Task& task, BlockRole role, double* block, const std::vector<double>& before) const;

  std::unique_ptr<Digestor> digestor_;
  Sabotage sabotage_;
  const BlockPartition& partition_;
  ExactDensity density_;
  int spins_;
  ExactEngine engine_;
  std::array<int, 4> class_{};  // angular momenta, rising
  std::array<std::vector<double>, block_roles> before_, stale_;
  std::int64_t spoilt_ = 0;
};

}  // namespace fockproxy::contracts
