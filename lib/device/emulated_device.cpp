// Device "emulated": a thread that sleeps and so needs no core.
#include <chrono>

#include "device/device_thread.hpp"

namespace fockproxy {
namespace {

class EmulatedDevice final : public Device {
 public:
  void begin(double seconds) override {
    thread_.begin([seconds] { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); });
  }
  bool done() override { return thread_.done(); }
  void synchronize(DeviceWait way) override { thread_.synchronize(way); }
  std::string description() const override { return "emulated by a thread"; }

 private:
  DeviceThread thread_;
};

}  // namespace

std::unique_ptr<Device> make_emulated_device(int, DeviceWait) { return std::make_unique<EmulatedDevice>(); }

}  // namespace fockproxy
