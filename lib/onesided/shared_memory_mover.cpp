// Loads and stores of a segment that ranks of one node share: what one-sided communication is held against there
// (Nieplocha, Harrison & Littlefield 1996, Figure 3).
#include <atomic>
#include <cstring>

#include "onesided/mover.hpp"
#include "support/error.hpp"

namespace fockproxy::onesided {
namespace {

class SharedMemoryMover : public Mover {
 public:
  SharedMemoryMover(const MoverContext& context, Effect effect)
      : effect_(effect), world_(context.runtime.world()), words_(context.words), segments_(world_.size(), nullptr) {
    check_mpi(MPI_Comm_split_type(world_.handle(), MPI_COMM_TYPE_SHARED, world_.rank(), MPI_INFO_NULL, &node_),
              "MPI_Comm_split_type");
    MPI_Comm_set_errhandler(node_, MPI_ERRORS_RETURN);
    void* base = nullptr;
    const int code =
        MPI_Win_allocate_shared(static_cast<MPI_Aint>(words_ * sizeof(Word)), 1, MPI_INFO_NULL, node_, &base, &window_);
    if (world_.max(code == MPI_SUCCESS ? 0 : 1) != 0) {
      free();
      throw AgreedUsageError("this MPI refuses shared memory windows with these settings");
    }
    find_segments();
  }
  ~SharedMemoryMover() override { free(); }

  std::span<Word> own() override { return {segments_[world_.rank()], words_}; }
  void begin_access() override { std::atomic_thread_fence(std::memory_order_seq_cst); }
  void end_access() override { std::atomic_thread_fence(std::memory_order_seq_cst); }

  void open_epoch(int) override {}
  void issue(const Transfer& t) override {
    Word* const there = segments_[t.target];
    if (there == nullptr) throw ComputationError("loads and stores reach ranks of the same node only");
    t.footprint->for_each([&](const Segment& segment, std::size_t here) {
      Word* const place = there + t.first + segment.first;
      const std::size_t bytes = segment.words * sizeof(Word);
      if (effect_ == Effect::fetch)
        std::memcpy(t.fetched + here, place, bytes);
      else
        std::memcpy(place, t.sent + here, bytes);
    });
  }
  void complete(int) override { std::atomic_thread_fence(std::memory_order_seq_cst); }
  void finish() override {}

 private:
  void find_segments() {
    MPI_Group ours, all;
    MPI_Comm_group(node_, &ours);
    MPI_Comm_group(world_.handle(), &all);
    int size = 0;
    MPI_Comm_size(node_, &size);
    for (int r = 0; r < size; ++r) {
      int in_world = 0, unit = 0;
      MPI_Aint bytes = 0;
      void* place = nullptr;
      MPI_Group_translate_ranks(ours, 1, &r, all, &in_world);
      check_mpi(MPI_Win_shared_query(window_, r, &bytes, &unit, &place), "MPI_Win_shared_query");
      segments_[in_world] = static_cast<Word*>(place);
    }
    MPI_Group_free(&ours);
    MPI_Group_free(&all);
  }
  void free() {
    if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
    MPI_Comm_free(&node_);
  }

  Effect effect_;
  const Communicator& world_;
  std::size_t words_;
  std::vector<Word*> segments_;  // by rank of the world; null on other nodes
  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
};

OperationEntry entry(std::string_view name, std::string_view summary, Effect effect) {
  return {
      .name = name,
      .summary = summary,
      .effect = effect,
      .has_windows = false,
      .has_epochs = false,
      .make = [effect](const MoverContext& context) { return std::make_unique<SharedMemoryMover>(context, effect); }};
}

}  // namespace

std::vector<OperationEntry> shared_memory_operations() {
  return {entry("load", "loads of memory that the node shares", Effect::fetch),
          entry("store", "stores to memory that the node shares", Effect::store)};
}

}  // namespace fockproxy::onesided
