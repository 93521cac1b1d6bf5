// One dimension of a matrix, its blocks dealt out to processes in turns.
#pragma once

#include <Eigen/Core>

namespace fockproxy {

// Of ScaLAPACK's layout, the first block on process 0 (Blackford et al., ScaLAPACK Users' Guide, section 4.3).
// Immutable, local.
class CyclicIndex {
 public:
  using Index = Eigen::Index;

  CyclicIndex() = default;
  // `process`: of this index, or -1 for one that has no part.
  CyclicIndex(Index size, int block, int processes, int process)
      : size_(size), block_(block), processes_(processes), process_(process), local_size_(local_before(size)) {}

  Index size() const { return size_; }
  Index local_size() const { return local_size_; }
  Index global(Index local) const { return ((local / block_) * processes_ + process_) * block_ + local % block_; }
  int owner(Index global) const { return static_cast<int>(global / block_ % processes_); }
  // Where its owner has it.
  Index local(Index global) const { return global / block_ / processes_ * block_ + global % block_; }
  // How many of this process's come before `global`.
  Index local_before(Index global) const {
    if (process_ < 0) return 0;
    const Index blocks = global / block_, rounds = blocks / processes_, left = blocks % processes_;
    return rounds * block_ + (process_ < left ? block_ : process_ == left ? global % block_ : 0);
  }

 private:
  Index size_ = 0, block_ = 1, processes_ = 1;
  int process_ = 0;
  Index local_size_ = 0;
};

}  // namespace fockproxy
