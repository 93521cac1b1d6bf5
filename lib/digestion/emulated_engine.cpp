// Engine "emulated": a thread on another core computes the submitted tasks in place of a device.
#include <memory>
#include <optional>

#include "device/block_memory.hpp"
#include "device/device_thread.hpp"
#include "digestion/engine.hpp"
#include "digestion/staged_blocks.hpp"

namespace fockproxy {
namespace {

class EmulatedEngine final : public Engine {
 public:
  explicit EmulatedEngine(const EngineContext& context)
      : digestor_(context.digestor()), world_(context.session.world()), way_(context.wait) {
    if (copies_blocks(context.path)) staged_.emplace(context.system.partition, context.system.spins);
    if (context.path == DevicePath::direct) memory_ = make_emulated_memory();
  }

  BlockMemory& memory() override { return memory_ ? *memory_ : Engine::memory(); }
  void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) override {
    batch_ = batch;
    if (staged_) staged_->pack(batch);
    device_.begin([this, &screen] {
      NoProgress idle;
      if (staged_) staged_->upload();
      digestor_->digest_batch(staged_ ? staged_->on_device() : batch_, screen, idle);
      if (staged_) staged_->download();
    });
  }
  void wait(ProgressStrategy& progress) override {
    wait_for(device_, way_, progress, world_);
    if (staged_) staged_->add(batch_);
  }

 private:
  std::unique_ptr<Digestor> digestor_;
  const Communicator& world_;
  DeviceWait way_;
  std::unique_ptr<BlockMemory> memory_;  // of the device, with the blocks of the tasks; null: they are on the host
  std::optional<StagedBlocks> staged_;   // not set: the device computes in the blocks of the tasks
  std::span<TaskInFlight> batch_;
  DeviceThread device_;  // last member, because it uses the others
};

}  // namespace

std::unique_ptr<Engine> make_emulated_engine(const EngineContext& context) {
  return std::make_unique<EmulatedEngine>(context);
}

}  // namespace fockproxy
