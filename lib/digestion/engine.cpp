// The table of engines. A new one needs one file with a make function, its declaration and its line here.
#include "digestion/engine.hpp"

#include "support/error.hpp"

namespace fockproxy {

namespace {

// The thread itself computes, when it waits for the results.
class HostEngine final : public Engine {
 public:
  explicit HostEngine(std::unique_ptr<Digestor> digestor) : digestor_(std::move(digestor)) {}

  void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) override {
    batch_ = batch;
    screen_ = &screen;
  }
  void wait(ProgressStrategy& progress) override { digestor_->digest_batch(batch_, *screen_, progress); }

 private:
  std::unique_ptr<Digestor> digestor_;
  std::span<TaskInFlight> batch_;
  const QuartetScreen* screen_ = nullptr;
};

std::unique_ptr<Engine> make_host_engine(const EngineContext& context) {
  return std::make_unique<HostEngine>(context.digestor());
}

constexpr DevicePathEntry paths[] = {
    {"host", "the device computes in the blocks of the host", DevicePath::host},
    {"staged", "blocks are copied to memory of the device and back, through buffers of the host", DevicePath::staged},
    {"pageable", "as staged, but the buffers of the host are not page-locked: a copy may occupy the thread",
     DevicePath::pageable},
    {"direct", "one-sided calls from and to blocks in memory of the device, which computes in them",
     DevicePath::direct},
    {"device", "as direct, with the windows in memory of the device: UNSUPPORTED in this version", DevicePath::device,
     "the windows of a build are made and cleared in memory of the host; the rows device-both-... of check test "
     "others"},
};

}  // namespace

std::unique_ptr<Engine> make_emulated_engine(const EngineContext&);
std::unique_ptr<Engine> make_gpu_engine(const EngineContext&);
void require_gpu();
void require_gpu_of_rank(const Runtime&);
std::string describe_gpu(const Runtime&);

std::span<const EngineEntry> engine_table() {
  static constexpr EngineEntry table[] = {
      {.name = "own", .summary = "kernels of this program", .in_flight = 16, .make = make_host_engine},
      {.name = "libint",
       .summary = "Libint, as in most of today's programs",
       .own_kernels = false,
       .make = make_host_engine},
      {.name = "emulated",
       .summary = "kernels of this program on a separate thread, which emulates a device",
       .in_flight = 16,
       .device = true,
       .staged = true,
       .make = make_emulated_engine},
      {.name = "team",
       .summary = "the kernels for GPUs, on a core of the host, for tests",
       .kernels = &eri::team_kernels,
       .make = make_host_engine},
      {.name = "gpu",
       .summary = "the kernels for GPUs, on an NVIDIA GPU",
       .in_flight = 16,
       .device = true,
       .staged = true,
       .own_memory = true,
       .digestors = false,
       .require = require_gpu,
       .require_device = require_gpu_of_rank,
       .describe = describe_gpu,
       .make = make_gpu_engine},
  };
  return table;
}

const EngineEntry& look_up(Type<EngineEntry>, std::string_view name) {
  return entry_of(engine_table(), "source of integrals", name);
}

std::span<const DevicePathEntry> device_path_table() { return paths; }

const DevicePathEntry& look_up(Type<DevicePathEntry>, std::string_view name) {
  return entry_of(device_path_table(), "path to a device", name);
}

}  // namespace fockproxy
