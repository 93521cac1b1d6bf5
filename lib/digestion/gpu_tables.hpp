// The tables of a system in the memory of a GPU.
#pragma once

#include <cstddef>
#include <vector>

#include "device/cuda_memory.hpp"
#include "digestion/block_pair_lists.hpp"
#include "eri/class_views.hpp"
#include "eri/kernel/team_view.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// Classes, pairs with their primitive pairs in both precisions, and tables of the Boys function. The addresses that the
// members return are those of the device. Local; not thread-safe. The stream must outlive it, and its device must be
// current in the thread that calls.
class GpuTables {
 public:
  GpuTables(CudaStream& stream, const eri::ClassViews& classes, const BlockPairLists& pairs);

  const eri::ClassView* class_view(int pair_class) const { return classes_ + pair_class; }
  // pair: an element of the lists.
  const eri::PairView* pair(const eri::PairView& pair) const { return pairs_ + pair.number; }
  // Its numbers for single precision (TeamKet); nullptr if the pair does not fit.
  const float* single(const eri::PairView& pair) const { return single_[static_cast<std::size_t>(pair.number)]; }
  const eri::BoysTable* boys() const { return boys_; }

  // Copies the maxima of a build to the device. Nothing in the stream may use those of the build before.
  void set_maxima(const QuartetScreen& screen);
  const double* coulomb() const { return coulomb_; }
  const double* exchange() const { return exchange_; }

 private:
  class Image;
  void write_classes(const eri::ClassViews& classes, Image& image);
  void write_pairs(const eri::ClassViews& classes, const BlockPairLists& pairs, Image& image);
  void write_boys(Image& image);

  CudaStream& stream_;
  CudaArray memory_, maxima_;
  const eri::ClassView* classes_ = nullptr;
  const eri::PairView* pairs_ = nullptr;
  const eri::BoysTable* boys_ = nullptr;
  std::vector<const float*> single_;
  const double* coulomb_ = nullptr;
  const double* exchange_ = nullptr;
};

}  // namespace fockproxy
