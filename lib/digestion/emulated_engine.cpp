// Engine "emulated": a thread on another core computes the submitted tasks in place of a device.
#include "device/device_thread.hpp"
#include "digestion/engine.hpp"

namespace fockproxy {
namespace {

class EmulatedEngine final : public Engine {
 public:
  explicit EmulatedEngine(const EngineContext& context)
      : digestor_(context.digestor()), world_(context.session.world()), way_(context.wait) {}

  void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) override {
    device_.begin([this, batch, &screen] {
      NoProgress idle;
      digestor_->digest_batch(batch, screen, idle);
    });
  }
  void wait(ProgressStrategy& progress) override { wait_for(device_, way_, progress, world_); }

 private:
  std::unique_ptr<Digestor> digestor_;
  const Communicator& world_;
  DeviceWait way_;
  DeviceThread device_;  // last member, because it uses the digestor
};

}  // namespace

std::unique_ptr<Engine> make_emulated_engine(const EngineContext& context) {
  return std::make_unique<EmulatedEngine>(context);
}

}  // namespace fockproxy
