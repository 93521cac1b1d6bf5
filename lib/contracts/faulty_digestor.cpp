#include "contracts/faulty_digestor.hpp"

#include <algorithm>

#include "support/random.hpp"

namespace fockproxy::contracts {

namespace {

constexpr DigestFaultName names[] = {
    {DigestFault::leave_out, "leave-out"},  {DigestFault::lose, "lose"},
    {DigestFault::integral_class, "class"}, {DigestFault::factor, "factor"},
    {DigestFault::transpose, "transpose"},  {DigestFault::other_density, "other-density"},
};
constexpr double class_error = 1e-3;

}  // namespace

std::span<const DigestFaultName> digest_faults() { return names; }

FaultyDigestor::FaultyDigestor(std::unique_ptr<Digestor> digestor, const Sabotage& sabotage, const BasisSet& basis,
                               const BlockPartition& partition, const SpinMatrices& density)
    : digestor_(std::move(digestor)),
      sabotage_(sabotage),
      partition_(partition),
      density_(density),
      spins_(static_cast<int>(density.size())),
      engine_(basis) {
  std::uint64_t random = sabotage.seed;
  for (int& l : class_) {
    random = hash64(random);
    l = basis.shell(static_cast<int>(random % static_cast<std::uint64_t>(basis.shells()))).angular_momentum;
  }
  std::ranges::sort(class_);
  const auto largest = static_cast<std::size_t>(partition.largest_block());
  for (auto& block : stale_) block.assign(largest * largest * spins_, 0.0);
}

std::size_t FaultyDigestor::elements(const Task& task, int role) const {
  const auto [row, column] = block_pairs(task)[role];
  return static_cast<std::size_t>(partition_.functions(row)) * spins_ * partition_.functions(column);
}

bool FaultyDigestor::is_victim(const Task& task) const {
  if (sabotage_.fault == DigestFault::integral_class) return true;
  std::uint64_t hash = hash_append(sabotage_.seed, 1);
  for (const int block : {task.i, task.j, task.k, task.l}) hash = hash_append(hash, block);
  return unit_interval(hash) < sabotage_.share;
}

Digestor::Counts FaultyDigestor::digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                                        ProgressStrategy& progress) {
  TaskInFlight one{.task = task, .blocks = blocks};
  digest_batch({&one, 1}, screen, progress);
  return one.counts;
}

// The sound tasks are digested together, and then the wrong ones.
void FaultyDigestor::digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen,
                                  ProgressStrategy& progress) {
  sound_.clear();
  victims_.clear();
  for (const TaskInFlight& one : batch) (is_victim(one.task) ? victims_ : sound_).push_back(one);
  if (!sound_.empty()) digestor_->digest_batch(sound_, screen, progress);
  // These two faults concern what one task alone adds to a block, which other tasks may share.
  const bool alone = sabotage_.fault == DigestFault::factor || sabotage_.fault == DigestFault::transpose;
  const std::size_t most = alone ? 1 : victims_.size();
  for (std::span<TaskInFlight> rest(victims_); !rest.empty(); rest = rest.subspan(most))
    digest_wrongly(rest.first(most), screen, progress);
  auto sound = sound_.cbegin(), victim = victims_.cbegin();
  for (TaskInFlight& one : batch) one.counts = (is_victim(one.task) ? *victim++ : *sound++).counts;
  for (int role = 0; role < block_roles; ++role)
    std::copy_n(batch.back().blocks.density[role], elements(batch.back().task, role), stale_[role].begin());
}

void FaultyDigestor::digest_wrongly(std::span<TaskInFlight> victims, const QuartetScreen& screen,
                                    ProgressStrategy& progress) {
  before_.resize(victims.size());
  for (std::size_t t = 0; t < victims.size(); ++t) {
    TaskInFlight& one = victims[t];
    one.counts = {};
    for (int role = 0; role < block_roles; ++role)
      before_[t][role].assign(one.blocks.fock[role], one.blocks.fock[role] + elements(one.task, role));
    if (sabotage_.fault == DigestFault::other_density)
      for (const BlockRole role : {kl, il, jl}) one.blocks.density[role] = stale_[role].data();
  }
  if (sabotage_.fault != DigestFault::leave_out) digestor_->digest_batch(victims, screen, progress);
  for (std::size_t t = 0; t < victims.size(); ++t) {
    ++spoilt_;
    spoil(victims[t], before_[t], screen);
  }
}

void FaultyDigestor::spoil(const TaskInFlight& one, const RoleBlocks& before, const QuartetScreen& screen) {
  const auto role = static_cast<BlockRole>(hash_append(sabotage_.seed, spoilt_) % block_roles);
  double* const block = one.blocks.fock[role];
  switch (sabotage_.fault) {
    case DigestFault::lose:
      for (int r = 0; r < block_roles; ++r) std::ranges::copy(before[r], one.blocks.fock[r]);
      break;
    case DigestFault::factor:
      for (std::size_t e = 0; e < before[role].size(); ++e) block[e] += block[e] - before[role][e];
      break;
    case DigestFault::transpose: transpose(one.task, role, block, before[role]); break;
    case DigestFault::integral_class: add_wrong_integrals(one.task, screen, one.blocks); break;
    case DigestFault::leave_out:
    case DigestFault::other_density: break;
  }
}

void FaultyDigestor::transpose(const Task& task, BlockRole role, double* block,
                               const std::vector<double>& before) const {
  const auto [row, column] = block_pairs(task)[role];
  const int rows = partition_.functions(row), columns = partition_.functions(column), width = spins_ * columns;
  std::vector<double> added(before.size());
  for (std::size_t e = 0; e < added.size(); ++e) added[e] = block[e] - before[e];
  for (int f = 0; f < rows; ++f)
    for (int spin = 0; spin < spins_; ++spin)
      for (int g = 0; g < columns; ++g) {
        const int from = rows == columns ? g * width + spin * columns + f
                                         : (rows - 1 - f) * width + spin * columns + columns - 1 - g;
        const int at = f * width + spin * columns + g;
        block[at] = before[at] + added[from];
      }
}

bool FaultyDigestor::is_of_class(int a, int b, int c, int d) const {
  const BasisSet& basis = engine_.basis();
  std::array<int, 4> l{basis.shell(a).angular_momentum, basis.shell(b).angular_momentum,
                       basis.shell(c).angular_momentum, basis.shell(d).angular_momentum};
  std::ranges::sort(l);
  return l == class_;
}

void FaultyDigestor::add_wrong_integrals(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks) {
  const auto places = block_pairs(task);
  for_each_quartet(partition_, task, [&](int a, int b, int c, int d) {
    if (!is_of_class(a, b, c, d) || !screen.keeps(a, b, c, d)) return;
    const double* integrals = engine_.compute(a, b, c, d);
    if (!integrals) return;
    add_exact_quartet(
        engine_.basis(), {a, b, c, d}, integrals, density_, [&](BlockRole role, int spin, int f, int g, double value) {
          const auto [row, column] = places[role];
          const int width = partition_.functions(column);
          blocks.fock[role][(static_cast<std::ptrdiff_t>(f - partition_.first_function(row)) * spins_ + spin) * width +
                            g - partition_.first_function(column)] += class_error * value;
        });
  });
}

}  // namespace fockproxy::contracts
