// Engine "gpu": teams of threads of a GPU compute the tasks of a batch. Meanwhile the thread computes what the kernels
// for GPUs do not take.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "device/cuda_block_memory.hpp"
#include "device/cuda_memory.hpp"
#include "digestion/direct_blocks.hpp"
#include "digestion/engine.hpp"
#include "digestion/gpu_work.hpp"
#include "digestion/kernel_digestor.hpp"
#include "digestion/staged_blocks.hpp"
#include "eri/gpu_kernels.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

// The kernels of eri/kernel/team_on_gpu.cu, loaded on a device.
class LoadedKernels {
 public:
  explicit LoadedKernels(CudaStream& stream) : stream_(stream) {
    const CudaDriver& cuda = stream_.cuda();
    cuda.check(cuda.cuModuleLoadData(&module_, eri::gpu_kernels().data()), "cuModuleLoadData");
    for (int bra = 0; bra <= gpu_max_l; ++bra)
      for (int ket = 0; ket <= gpu_max_l; ++ket) {
        const std::string name = fmt::format("digest_{}_{}", bra, ket);
        cuda.check(cuda.cuModuleGetFunction(&kernels_[bra][ket], module_, name.c_str()), "cuModuleGetFunction");
      }
  }
  ~LoadedKernels() { stream_.cuda().cuModuleUnload(module_); }
  LoadedKernels(const LoadedKernels&) = delete;
  LoadedKernels& operator=(const LoadedKernels&) = delete;

  // bra, ket: the classes with addresses of the host. own: `numbers` numbers for each thread of each team.
  void launch(const eri::ClassView& bra, const eri::ClassView& ket, int teams, eri::TeamWork work, double* own,
              std::ptrdiff_t numbers) const {
    const CudaDriver& cuda = stream_.cuda();
    void* arguments[] = {&work, &own, &numbers};
    const CudaDriver::Result result =
        cuda.cuLaunchKernel(kernels_[bra.l][ket.l], static_cast<unsigned>(teams), 1, 1, eri::team_size, 1, 1,
                            static_cast<unsigned>(eri::team_shared_bytes(bra)), stream_.handle(), arguments, nullptr);
    // The driver reserves local memory for all threads that the device can hold at a time, at the first launch that
    // needs more than it has reserved.
    if (result == CudaDriver::out_of_memory)
      throw ComputationError(
          "the GPU has no memory for the local memory of the kernels, which can be 2 GB for each process: fewer ranks "
          "for each GPU need less");
    cuda.check(result, "cuLaunchKernel");
  }

 private:
  CudaStream& stream_;
  CudaDriver::Module module_ = nullptr;
  CudaDriver::Function kernels_[gpu_max_l + 1][gpu_max_l + 1] = {};
};

// Page-locked or ordinary memory of the host, and memory of the device. The copies are operations in the stream. With
// ordinary memory download() returns when the copy is done, so it also waits for earlier operations in the stream.
class GpuMemory final : public MirroredMemory {
 public:
  explicit GpuMemory(CudaStream& stream, bool page_locked = true)
      : stream_(stream), page_locked_(page_locked), locked_(stream), device_(stream) {}

  void reserve(std::size_t numbers) override {
    if (page_locked_) locked_.reserve(numbers * sizeof(double));
    else ordinary_.resize(std::max(ordinary_.size(), numbers));
    device_.reserve(numbers * sizeof(double));
  }
  double* host() override { return page_locked_ ? reinterpret_cast<double*>(locked_.data()) : ordinary_.data(); }
  double* device() override { return reinterpret_cast<double*>(device_.data()); }
  void upload(std::size_t numbers) override {
    copy_in_stream(stream_, device_.data(), host(), numbers * sizeof(double));
  }
  void clear(std::size_t numbers) override { device_.set_to_zero(numbers * sizeof(double)); }
  void download(std::size_t numbers) override {
    copy_in_stream(stream_, host(), device_.data(), numbers * sizeof(double));
  }

 private:
  CudaStream& stream_;
  bool page_locked_;
  PinnedArray locked_;  // one of these two is the buffer of the host, and the other is empty
  std::vector<double> ordinary_;
  CudaArray device_;
};

// Arrays that are copied to the device together. First call begin() with the size of all arrays, then add() each.
class Bundle {
 public:
  explicit Bundle(CudaStream& stream) : memory_(stream) {}

  void begin(std::size_t bytes) {
    memory_.reserve(bytes / sizeof(double));
    used_ = 0;
  }
  // Returns the address on the device.
  template <class T>
  const T* add(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0);
    const std::size_t first = used_;
    used_ += bytes_of(values) / sizeof(double);
    std::copy_n(reinterpret_cast<const std::byte*>(values.data()), bytes_of(values),
                reinterpret_cast<std::byte*>(memory_.host() + first));
    return reinterpret_cast<const T*>(memory_.device() + first);
  }
  void upload() { memory_.upload(used_); }

  template <class T>
  static std::size_t bytes_of(const std::vector<T>& values) {
    return values.size() * sizeof(T);
  }

 private:
  GpuMemory memory_;
  std::size_t used_ = 0;
};

// The progress strategy of a thread that computes, as in KernelDigestor.
struct RestTurn {
  ProgressStrategy& progress;
  Watchdog& watchdog;

  static void computed(void* turn, std::int64_t cost) {
    auto* self = static_cast<RestTurn*>(turn);
    self->watchdog.beat();
    self->progress.computed(cost);
  }
};

int index_on_node(const Runtime& runtime) {
  const int self = runtime.world().rank();
  int index = 0;
  for (int rank = 0; rank < self; ++rank) index += runtime.node_of(rank) == runtime.node_of(self) ? 1 : 0;
  return index;
}

class GpuEngine final : public Engine {
 public:
  explicit GpuEngine(const EngineContext& context)
      : session_(context.session),
        way_(context.wait),
        spins_(context.system.spins),
        host_kernels_(*context.kernels),
        class_seconds_(context.class_seconds),
        stream_(index_on_node(context.session.runtime), context.wait),
        kernels_(stream_),
        digestor_(eri::team_kernels, context.system, context.session.watchdog,
                  [this](const eri::KetTask& task) { work_.add(task); }),
        tables_(stream_, digestor_.classes(), digestor_.pairs()),
        work_(tables_, digestor_.classes()),
        memory_(stream_),
        direct_(context.path == DevicePath::direct),
        blocks_(make_blocks(context.system.partition, context.path)),
        lists_(stream_),
        counts_(stream_),
        own_(stream_) {
    reserve_own_numbers(context.streams);
  }
  ~GpuEngine() override { stream_.cuda().cuStreamSynchronize(stream_.handle()); }

  BlockMemory& memory() override { return direct_ ? memory_ : Engine::memory(); }

  void begin(const QuartetScreen& screen) override {
    stream_.make_current();
    tables_.set_maxima(screen);
    on_host_ = 0;
  }

  void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) override {
    stream_.make_current();
    if (unfinished_) stream_.synchronize(DeviceWait::spin);  // the last batch threw: it may still use the buffers
    batch_ = batch;
    listed_.assign(batch.begin(), batch.end());
    blocks_->pack(listed_);
    work_.clear(batch.size());
    NoProgress idle;
    digestor_.digest_batch(listed_, screen, idle);
    unfinished_ = true;
    if (work_.has_rest()) blocks_->share_with_host();
    launch();
  }

  void wait(ProgressStrategy& progress) override {
    RestTurn turn{progress, session_.watchdog};
    work_.compute_rest(host_kernels_, {RestTurn::computed, &turn});
    wait_for(stream_, way_, progress, session_.world());
    unfinished_ = false;
    blocks_->add(batch_);
    count();
  }

  std::optional<std::int64_t> quartets_on_host() const override { return on_host_; }

 private:
  std::unique_ptr<DeviceBlocks> make_blocks(const BlockPartition& partition, DevicePath path) {
    const auto buffers = [&] { return std::make_unique<GpuMemory>(stream_, path != DevicePath::pageable); };
    if (path == DevicePath::direct) return std::make_unique<DirectBlocks>(partition, spins_, memory_, buffers());
    return std::make_unique<StagedBlocks>(partition, spins_, buffers(), buffers());
  }
  // Enough for four teams on each multiprocessor of the device, for the class pair that needs the most working memory,
  // but at most 1 GB. The engines that share the device in this thread divide it.
  void reserve_own_numbers(int streams) {
    constexpr std::size_t most = std::size_t{1} << 30;
    const eri::ClassViews& classes = digestor_.classes();
    std::size_t largest = 0;
    for (int bra = 0; bra < classes.size(); ++bra)
      for (int ket = 0; ket < classes.size(); ++ket)
        if (gpu_takes(classes[bra]) && gpu_takes(classes[ket]))
          largest = std::max(largest, bytes_of_team(classes[bra], classes[ket]));
    const std::size_t enough = std::min(most, 4 * static_cast<std::size_t>(stream_.processors()) * largest);
    own_bytes_ = std::max(largest, enough / static_cast<std::size_t>(streams));
    own_.reserve(own_bytes_);
    most_teams_ = 32 * static_cast<std::size_t>(stream_.processors());  // the most that are resident at a time
  }
  std::size_t bytes_of_team(const eri::ClassView& bra, const eri::ClassView& ket) const {
    return static_cast<std::size_t>(eri::OwnLayout(bra, ket, spins_).numbers) * eri::team_size * sizeof(double);
  }

  void launch() {
    const std::vector<GpuWork::Group> groups = work_.take_groups();
    std::vector<eri::TaskSides> sides;
    for (const GpuWork::Side& side : work_.sides()) sides.push_back(on_device(side.sides));
    std::size_t bytes = Bundle::bytes_of(sides) + Bundle::bytes_of(work_.kets());
    for (const GpuWork::Group& group : groups) bytes += Bundle::bytes_of(group.runs);
    lists_.begin(bytes);
    eri::TeamWork work{};
    work.screen = work_.screen();
    work.screen.coulomb = tables_.coulomb();
    work.screen.exchange = tables_.exchange();
    work.kets = lists_.add(work_.kets());
    work.sides = lists_.add(sides);
    work.boys = tables_.boys();
    counts_.reserve(sides.size() * numbers_of_counts);
    work.counts = reinterpret_cast<eri::TaskCounts*>(counts_.device());
    std::vector<const eri::TeamRun*> runs;
    for (const GpuWork::Group& group : groups) runs.push_back(lists_.add(group.runs));

    blocks_->upload();
    lists_.upload();
    counts_.clear(sides.size() * numbers_of_counts);
    for (std::size_t g = 0; g < groups.size(); ++g) launch(groups[g], runs[g], work);
    blocks_->download();
    counts_.download(sides.size() * numbers_of_counts);
  }

  void launch(const GpuWork::Group& group, const eri::TeamRun* runs, eri::TeamWork work) {
    const eri::ClassView &bra = digestor_.classes()[group.bra], &ket = digestor_.classes()[group.ket];
    work.bra = tables_.class_view(group.bra);
    work.ket = tables_.class_view(group.ket);
    work.same_as_ket = group.same_as_ket;
    work.runs = runs;
    work.run_count = static_cast<int>(group.runs.size());
    work.count = group.items;
    const std::size_t teams =
        std::min({static_cast<std::size_t>(group.items), most_teams_, own_bytes_ / bytes_of_team(bra, ket)});
    if (class_seconds_) stream_.synchronize(DeviceWait::spin);
    const double start = now();
    kernels_.launch(bra, ket, static_cast<int>(teams), work, reinterpret_cast<double*>(own_.data()),
                    eri::OwnLayout(bra, ket, spins_).numbers);
    if (!class_seconds_) return;
    stream_.synchronize(DeviceWait::spin);
    class_seconds_(bra, ket, now() - start);
  }

  // The same blocks on the device.
  eri::TaskSides on_device(eri::TaskSides sides) {
    const auto own = [&](eri::OwnBlock& block, const int(&functions)[2]) {
      block.density = blocks_->density_on_device(block.density, std::size_t(functions[0]) * functions[1]);
      block.fock = blocks_->fock_on_device(block.fock);
    };
    own(sides.bra, sides.bra_functions);
    own(sides.ket, sides.ket_functions);
    for (int bra : {0, 1})
      for (int ket : {0, 1}) {
        eri::CrossBlock& block = sides.cross[bra][ket];
        const int elements = spins_ * sides.bra_functions[bra] * sides.ket_functions[ket];
        block.density = blocks_->density_on_device(block.density, std::size_t(elements));
        block.fock = blocks_->fock_on_device(block.fock);
      }
    return sides;
  }

  // The counts of each task: those of the GPU, those of the thread, and quartets without work.
  void count() {
    const auto add = [](DigestCounts& to, const eri::TaskCounts& more) {
      to.quartets += static_cast<std::int64_t>(more.quartets);
      to.integrals += static_cast<std::int64_t>(more.integrals);
    };
    for (std::size_t t = 0; t < batch_.size(); ++t) {
      batch_[t].counts = listed_[t].counts;
      add(batch_[t].counts, work_.rest_counts()[t]);
      on_host_ += static_cast<std::int64_t>(work_.rest_counts()[t].quartets);
    }
    const auto* const counted = reinterpret_cast<const eri::TaskCounts*>(counts_.host());
    for (std::size_t s = 0; s < work_.sides().size(); ++s)
      add(batch_[static_cast<std::size_t>(work_.sides()[s].task)].counts, counted[s]);
  }

  static constexpr std::size_t numbers_of_counts = sizeof(eri::TaskCounts) / sizeof(double);

  const Session& session_;
  DeviceWait way_;
  int spins_;
  const eri::KernelSet& host_kernels_;
  ClassSeconds class_seconds_;
  CudaStream stream_;  // before the members that use it
  LoadedKernels kernels_;
  KernelDigestor digestor_;  // lists the work
  GpuTables tables_;
  GpuWork work_;
  CudaBlockMemory memory_;
  bool direct_;  // the blocks of the tasks are in memory_
  std::unique_ptr<DeviceBlocks> blocks_;
  Bundle lists_;
  GpuMemory counts_;
  CudaArray own_;
  std::size_t own_bytes_ = 0, most_teams_ = 0;
  std::span<TaskInFlight> batch_;
  std::vector<TaskInFlight> listed_;  // the batch; its counts are quartets without work
  std::int64_t on_host_ = 0;
  bool unfinished_ = false;  // operations of a batch may be under way
};

}  // namespace

std::unique_ptr<Engine> make_gpu_engine(const EngineContext& context) { return std::make_unique<GpuEngine>(context); }

std::string describe_gpu(const Runtime& runtime) {
  return describe_cuda_device(find_cuda_device(index_on_node(runtime)));
}

void require_gpu() {
  if (eri::gpu_kernels().empty())
    throw UsageError("UNSUPPORTED: this program has no kernels for GPUs: it was built without -DFOCKPROXY_CUDA=ON");
  const CudaDriver& cuda = CudaDriver::get();
  int version = 0;
  cuda.check(cuda.cuDriverGetVersion(&version), "cuDriverGetVersion");
  if (version < 13000)
    throw UsageError(
        fmt::format("UNSUPPORTED: the kernels for GPUs need a driver for CUDA 13, and this one is for {}.{}",
                    version / 1000, version % 1000 / 10));
}

void require_gpu_of_rank(const Runtime& runtime) {
  const CudaDriver& cuda = CudaDriver::get();
  int major = 0;
  const CudaDriver::Device device = find_cuda_device(index_on_node(runtime));
  cuda.check(cuda.cuDeviceGetAttribute(&major, CudaDriver::compute_capability, device), "cuDeviceGetAttribute");
  if (major < 8)
    throw UsageError(fmt::format(
        "UNSUPPORTED: the kernels for GPUs need compute capability 8, and the GPU of a rank has {}", major));
}

}  // namespace fockproxy
