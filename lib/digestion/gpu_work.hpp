// The work of a batch of tasks, divided between a GPU and the thread.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "digestion/gpu_tables.hpp"
#include "eri/kernel/workspace.hpp"
#include "eri/team_items.hpp"

namespace fockproxy {

inline constexpr int gpu_max_l = 4;  // of a pair of shells: eri/kernel/team_on_gpu.cu

// Whether the kernels for GPUs take pairs of this class. The other classes have factors (deep general contractions), a
// larger angular momentum, or entries that exceed the shared memory that a kernel has without a special request.
bool gpu_takes(const eri::ClassView& view);

// Local; not thread-safe. Tables and classes must outlive it.
class GpuWork {
 public:
  GpuWork(const GpuTables& tables, const eri::ClassViews& classes) : tables_(tables), classes_(classes) {}

  // The items of one class of bra pairs and one of ket pairs. TeamRun::bras is an address of the device, and
  // TeamRun::task counts in sides().
  struct Group {
    int bra, ket;  // classes
    bool same_as_ket;
    std::vector<eri::TeamRun> runs;
    std::int64_t items;
  };
  // The two block pairs of a task as bra and ket, with addresses of the host, and the task by its number in the batch.
  struct Side {
    eri::TaskSides sides;
    int task;
  };

  // Begins a batch of `tasks` tasks.
  void clear(std::size_t tasks);
  // Adds the work on one class of ket pairs (TakeKets).
  void add(const eri::KetTask& task);

  // For the GPU. All work of a batch has one screen, here with addresses of the host. Groups are in descending order of
  // angular momentum, because the longest should begin first.
  const eri::TaskScreen& screen() const { return screen_; }
  std::vector<Group> take_groups();
  const std::vector<eri::TeamKet>& kets() const { return kets_; }  // with addresses of the device
  const std::vector<Side>& sides() const { return sides_; }

  // Whether there is a rest for the thread.
  bool has_rest() const { return !rest_.empty(); }
  // Computes the rest on the thread, in the blocks of the host.
  void compute_rest(const eri::KernelSet& kernels, const eri::BatchDone& done);
  // After it: what the rest counted, by task.
  const std::vector<eri::TaskCounts>& rest_counts() const { return rest_counts_; }

 private:
  // A copy of a KetTask.
  struct Rest {
    eri::TaskScreen screen;
    eri::BatchSides sides;
    const eri::ClassView* ket;
    std::vector<eri::KetPair> kets;
    std::vector<eri::BraList> bras;
  };
  using Key = std::tuple<int, int, int, bool>;  // minus the sum of angular momenta, classes, same_as_ket

  void add_rest(const eri::KetTask& task, std::vector<eri::BraList> bras);
  int first_ket(const eri::TeamPairs& pairs, bool single);
  int side(const eri::TaskSides& sides, int task);

  const GpuTables& tables_;
  const eri::ClassViews& classes_;
  eri::TaskScreen screen_{};
  std::map<Key, Group> groups_;
  std::vector<eri::TeamKet> kets_;
  std::vector<Side> sides_;
  std::map<const eri::TaskSides*, int> side_of_;  // by the digestor's object
  std::vector<Rest> rest_;
  std::vector<eri::TaskCounts> rest_counts_;
  eri::Workspace workspace_;
};

}  // namespace fockproxy
