// The tables of devices and of ways to wait. A new device needs one file with a make function, its declaration and its
// line.
#include "device/device.hpp"

#include <thread>

#include "parallel/agreement.hpp"
#include "parallel/waiting.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"

namespace fockproxy {

std::unique_ptr<Device> make_cuda_device(int index, DeviceWait way);
std::unique_ptr<Device> make_emulated_device(int index, DeviceWait way);

namespace {

constexpr DeviceWaitEntry waits[] = {
    {"spin", "reads a flag without a pause: the core is taken, and MPI gets no call", DeviceWait::spin},
    {"yield", "reads a flag and yields the core between: MPI gets no call", DeviceWait::yield},
    {"block", "sleeps until the device wakes the thread: MPI gets no call", DeviceWait::block},
    {"callback", "sleeps until a function called by the device wakes the thread: MPI gets no call",
     DeviceWait::callback},
    {"query", "asks again and again, and yields the core between; a progress strategy has its turns",
     DeviceWait::query},
    {"poll", "asks and calls MPI_Iprobe in turns", DeviceWait::poll},
};

constexpr DeviceEntry devices[] = {
    {"cuda", "a GPU, by CUDA's driver (libcuda.so.1)", make_cuda_device},
    {"emulated", "a thread of this process, which emulates a device", make_emulated_device},
};

// Calls a progress strategy from a waiting thread, every 100 microseconds, as often as from a computing one.
class Turns {
 public:
  explicit Turns(ProgressStrategy& progress) : progress_(progress) {}
  void pass() {
    if (now() < next_) return;
    progress_.passed();
    next_ = now() + interval;
  }

 private:
  static constexpr double interval = 100e-6;
  ProgressStrategy& progress_;
  double next_ = now() + interval;
};

void probe(const Communicator& comm) {
  int found = 0;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm.handle(), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
}

int rank_on_node(const Communicator& world) {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(world.handle(), MPI_COMM_TYPE_SHARED, world.rank(), MPI_INFO_NULL, &node),
            "MPI_Comm_split_type");
  int rank = 0;
  check_mpi(MPI_Comm_rank(node, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_free(&node), "MPI_Comm_free");
  return rank;
}

}  // namespace

std::span<const DeviceWaitEntry> device_wait_table() { return waits; }

const DeviceWaitEntry& look_up(Type<DeviceWaitEntry>, std::string_view name) {
  return entry_of(device_wait_table(), "way of waiting for a device", name);
}

std::span<const DeviceEntry> device_table() { return devices; }

const DeviceEntry& look_up(Type<DeviceEntry>, std::string_view name) {
  return entry_of(device_table(), "device", name);
}

void wait_for(DeviceJob& job, DeviceWait way, ProgressStrategy& progress, const Communicator& comm) {
  switch (way) {
    case DeviceWait::query:
      for (Turns turns(progress); !job.done(); turns.pass()) std::this_thread::yield();
      break;
    case DeviceWait::poll:
      for (Turns turns(progress); !job.done(); turns.pass()) {
        probe(comm);
        serve_others();
      }
      break;
    default: job.synchronize(way);
  }
  job.rethrow();
}

std::unique_ptr<Device> make_device(const Communicator& world, const DeviceOptions& options) {
  const int index = rank_on_node(world);
  std::unique_ptr<Device> device;
  collectively(world, [&] { device = options.device->make(index, options.wait->wait); });
  return device;
}

}  // namespace fockproxy
