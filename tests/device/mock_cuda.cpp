// A library with the calls of libcuda.so.1 that the program uses, for machines without a GPU. It checks what CUDA
// checks: the order of calls, and that a context is current. Its memory is memory of the host.
//
// Operations in a stream are executed as late as CUDA allows: when the thread queries the stream or waits for it.
// Values that the program uses before it has waited are therefore wrong here too. A query executes one operation. The
// spin kernel is a clock. The kernels for teams of threads run on a core, as in eri/kernel/team_on_core.cpp.
//
// A copy from the device to memory of the host that is not page-locked is done when the call returns, as with CUDA.
//
// MOCK_CUDA_FAILS: there is no device. MOCK_CUDA_GUARD: the program ends if it accesses memory of the device, except
// between mock_cuda_open() and mock_cuda_close(). Tests call these around MPI calls, which may access it.
// MOCK_CUDA_FAULT=lose: a kernel leaves out its first item; =refuse: kernels for teams are not launched; =crash: they
// fail when they run, and then all calls fail until a context is made; =full: it has no memory; =old:
// device 1 has an old compute capability.
#define FOCKPROXY_LANES 1
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "eri/kernel/team_quartets.hpp"
#include "eri/kernel/team_view.hpp"

namespace {

using Regions = std::map<void*, std::size_t>;  // bytes by their address

bool holds(const Regions& regions, std::uintptr_t address) {
  for (const auto& [memory, bytes] : regions)
    if (address - reinterpret_cast<std::uintptr_t>(memory) < bytes) return true;
  return false;
}

using fockproxy::eri::TeamWork;

enum Result {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  no_device = 100,
  invalid_ptx = 218,
  invalid_context = 201,
  not_found = 500,
  not_ready = 600,
  launch_failed = 719
};

std::int64_t clock_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return INT64_C(1000000000) * t.tv_sec + t.tv_nsec;
}
void sleep_until(std::int64_t time) {
  const timespec t{time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) != 0) {
  }
}
bool is_set(const char* variable, const char* value = nullptr) {
  const char* const found = std::getenv(variable);
  return found != nullptr && (value == nullptr || std::strcmp(found, value) == 0);
}

bool initialized = false, context_retained = false;
std::atomic<bool> crashed = false;
unsigned schedule = 0;
thread_local bool context_current = false;
char context;

int usable() {
  if (crashed) return launch_failed;
  return !initialized ? not_initialized : context_current ? success : invalid_context;
}

// The memory of the device. If it is guarded and not open, only operations of the device can access it.
class DeviceMemory {
 public:
  void* allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    constexpr std::size_t page = 4096;
    bytes = (bytes + page) / page * page;
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    std::memset(memory, 0x7f, bytes);  // huge numbers: nothing may depend on the first content
    regions_[memory] = bytes;
    protect(closed());
    return memory;
  }
  void free(void* memory) {
    const std::lock_guard lock(mutex_);
    if (const auto found = regions_.find(memory); found != regions_.end()) {
      munmap(memory, found->second);
      regions_.erase(found);
    }
  }
  bool has(std::uintptr_t address) {
    const std::lock_guard lock(mutex_);
    return holds(regions_, address);
  }
  // Runs an operation of the device.
  template <class Operation>
  void run(Operation operation) {
    const std::lock_guard lock(mutex_);
    protect(PROT_READ | PROT_WRITE);
    operation();
    protect(closed());
  }
  // Several threads may have it open.
  void open(int by) {
    const std::lock_guard lock(mutex_);
    open_ += by;
    protect(closed());
  }

 private:
  int closed() const { return is_set("MOCK_CUDA_GUARD") && open_ == 0 ? PROT_NONE : PROT_READ | PROT_WRITE; }
  void protect(int access) {
    if (!is_set("MOCK_CUDA_GUARD")) return;
    for (const auto& [memory, bytes] : regions_) mprotect(memory, bytes, access);
  }

  std::mutex mutex_;
  Regions regions_;
  int open_ = 0;
};
DeviceMemory device_memory;

// The page-locked memory of the host.
class PinnedMemory {
 public:
  void* allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    void* const memory = std::malloc(bytes);
    regions_[memory] = bytes;
    return memory;
  }
  void free(void* memory) {
    const std::lock_guard lock(mutex_);
    regions_.erase(memory);
    std::free(memory);
  }
  bool has(std::uintptr_t address) {
    const std::lock_guard lock(mutex_);
    return holds(regions_, address);
  }

 private:
  std::mutex mutex_;
  Regions regions_;
};
PinnedMemory pinned_memory;

struct Stream {
  std::mutex mutex;
  std::deque<std::function<void()>> operations;
  std::int64_t end = 0;            // of the spin kernels, nanoseconds
  std::atomic<int> callbacks = 0;  // under way

  void add(std::function<void()> operation) {
    const std::lock_guard lock(mutex);
    operations.push_back(std::move(operation));
  }
  // Does the first operation. Returns false if there was none.
  bool step() {
    const std::lock_guard lock(mutex);
    if (operations.empty()) return false;
    if (!crashed) device_memory.run(operations.front());
    operations.pop_front();
    return true;
  }
};

struct Callback {
  Stream* stream;
  void (*function)(void*);
  void* data;
};

void* call_back(void* memory) {
  const std::unique_ptr<Callback> c(static_cast<Callback*>(memory));
  while (c->stream->step()) {
  }
  sleep_until(c->stream->end);
  if (!crashed) c->function(c->data);
  --c->stream->callbacks;
  return nullptr;
}

using ItemFunction = void (*)(const TeamWork&, const fockproxy::eri::TeamItem&, const fockproxy::eri::TeamMemory&,
                              fockproxy::eri::Team&);
template <int Lb, int Lk>
void digest_one(const TeamWork& work, const fockproxy::eri::TeamItem& item, const fockproxy::eri::TeamMemory& memory,
                fockproxy::eri::Team& team) {
  fockproxy::eri::digest_item<Lb, Lk>(work, item, memory, team, [](int) {});
}

struct Kernel {
  ItemFunction item;  // nullptr: the spin kernel
};
constexpr int kernels = 5;  // angular momenta of a pair
template <int... n>
constexpr std::array<Kernel, sizeof...(n)> make_kernels(std::integer_sequence<int, n...>) {
  return {Kernel{digest_one<n / kernels, n % kernels>}...};
}
constinit std::array<Kernel, kernels * kernels> team_kernels =
    make_kernels(std::make_integer_sequence<int, kernels * kernels>());
Kernel spin{nullptr};

struct Module {
  bool has_teams;
};

// The blocks of the grid one after the other, each with memory of its own.
void run_teams(const Kernel& kernel, const TeamWork& work, double* own, std::ptrdiff_t numbers, int teams,
               std::size_t shared_bytes) {
  if (is_set("MOCK_CUDA_FAULT", "crash")) {
    crashed = true;
    return;
  }
  const int first = is_set("MOCK_CUDA_FAULT", "lose") ? 1 : 0;
  for (int block = 0; block < teams; ++block) {
    std::vector<double> shared((shared_bytes + sizeof(double) - 1) / sizeof(double));
    std::memset(shared.data(), 0x7f, shared.size() * sizeof(double));  // as DeviceMemory::allocate()
    const auto memory = fockproxy::eri::team_memory(shared.data(), own + block * numbers * fockproxy::eri::team_size);
    fockproxy::eri::Team team;
    for (std::int64_t n = block + first; n < work.count; n += teams) {
      const fockproxy::eri::TeamItem item = fockproxy::eri::item_of(work, n);
      if (fockproxy::eri::may_survive(work, item)) kernel.item(work, item, memory, team);
    }
  }
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void mock_cuda_open() { device_memory.open(1); }
void mock_cuda_close() { device_memory.open(-1); }

int cuInit(unsigned flags) {
  if (is_set("MOCK_CUDA_FAILS")) return no_device;
  initialized = true;
  return flags == 0 ? success : invalid_value;
}
int cuDriverGetVersion(int* version) {
  *version = 13000;
  return success;
}
int cuGetErrorName(int error, const char** name) {
  *name = error == no_device         ? "CUDA_ERROR_NO_DEVICE"
          : error == invalid_context ? "CUDA_ERROR_INVALID_CONTEXT"
          : error == launch_failed   ? "CUDA_ERROR_LAUNCH_FAILED"
                                     : "CUDA_ERROR";
  return success;
}
int cuDeviceGetCount(int* count) {
  *count = 2;
  return initialized ? success : not_initialized;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal < 2 ? success : invalid_value;
}
int cuDeviceGetName(char* name, int length, int device) {
  std::strncpy(name, device == 0 ? "Mock 0" : "Mock 1", static_cast<std::size_t>(length));
  return success;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  const int capability = device == 1 && is_set("MOCK_CUDA_FAULT", "old") ? 7 : 9;
  *value = attribute == 16 ? 2 : attribute == 75 ? capability : -1;
  return *value < 0 ? invalid_value : success;
}
int cuDevicePrimaryCtxSetFlags_v2(int, unsigned flags) {
  schedule = flags;
  return flags == 1 || flags == 2 || flags == 4 ? success : invalid_value;
}
int cuDevicePrimaryCtxRetain(void** result, int) {
  crashed = false;
  context_retained = true;
  *result = &context;
  return initialized ? success : not_initialized;
}
int cuDevicePrimaryCtxRelease_v2(int) { return success; }
int cuCtxSetCurrent(void* wanted) {
  context_current = wanted == &context && context_retained;
  return context_current ? success : invalid_context;
}
int cuCtxSynchronize() { return usable(); }
int cuMemAlloc_v2(std::uintptr_t* address, std::size_t bytes) {
  if (is_set("MOCK_CUDA_FAULT", "full")) return out_of_memory;
  *address = usable() == success ? reinterpret_cast<std::uintptr_t>(device_memory.allocate(bytes)) : 0;
  return usable();
}
int cuMemFree_v2(std::uintptr_t address) {
  device_memory.free(reinterpret_cast<void*>(address));
  return usable();
}
int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  *memory = pinned_memory.allocate(bytes);
  return flags == 0 ? usable() : invalid_value;
}
int cuMemFreeHost(void* memory) {
  pinned_memory.free(memory);
  return usable();
}
int cuMemcpy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  if (usable() == success)
    device_memory.run([&] { std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes); });
  return usable();
}
int cuMemcpyAsync(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, void* stream) {
  auto* const s = static_cast<Stream*>(stream);
  s->add([=] { std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes); });
  if (!device_memory.has(to) && !pinned_memory.has(to))
    while (s->step()) {
    }
  return usable();
}
int cuMemsetD8Async(std::uintptr_t to, unsigned char value, std::size_t bytes, void* stream) {
  static_cast<Stream*>(stream)->add([=] { std::memset(reinterpret_cast<void*>(to), value, bytes); });
  return usable();
}
// The image is the PTX of the spin kernel, the text of a test, or a file of nvcc.
int cuModuleLoadData(void** result, const void* image) {
  constexpr unsigned char of_nvcc[] = {0x50, 0xed, 0x55, 0xba};
  const bool teams = std::memcmp(image, of_nvcc, sizeof of_nvcc) == 0 || std::memcmp(image, "mock", 4) == 0;
  *result = new Module{teams};
  if (usable() != success) return usable();
  return teams || std::strstr(static_cast<const char*>(image), ".visible .entry spin(") ? success : invalid_ptx;
}
int cuModuleUnload(void* which) {
  delete static_cast<Module*>(which);
  return success;
}
int cuModuleGetFunction(void** result, void* which, const char* name) {
  const std::string wanted = name;
  if (!static_cast<Module*>(which)->has_teams) {
    *result = &spin;
    return wanted == "spin" ? usable() : not_found;
  }
  for (int bra = 0; bra < kernels; ++bra)
    for (int ket = 0; ket < kernels; ++ket)
      if (wanted == "digest_" + std::to_string(bra) + "_" + std::to_string(ket)) {
        *result = &team_kernels[static_cast<std::size_t>(bra * kernels + ket)];
        return usable();
      }
  return not_found;
}
int cuStreamCreate(void** result, unsigned) {
  *result = new Stream;
  return usable();
}
int cuStreamDestroy_v2(void* stream) {
  delete static_cast<Stream*>(stream);
  return success;
}
int cuLaunchKernel(void* which, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void* stream, void** arguments, void**) {
  auto* const s = static_cast<Stream*>(stream);
  const auto* const kernel = static_cast<const Kernel*>(which);
  if (kernel->item == nullptr) {
    const std::int64_t now = clock_ns();
    if (gx * gy * gz * bx * by * bz != 1) return invalid_value;
    s->end = (s->end > now ? s->end : now) + static_cast<std::int64_t>(*static_cast<unsigned long long*>(arguments[0]));
    return usable();
  }
  if (is_set("MOCK_CUDA_FAULT", "refuse")) return launch_failed;
  if (gx < 1 || gy * gz * by * bz != 1 || bx != fockproxy::eri::team_size || shared > 48u << 10) return invalid_value;
  s->add([kernel, gx, shared, work = *static_cast<const TeamWork*>(arguments[0]),
          own = *static_cast<double**>(arguments[1]), numbers = *static_cast<std::ptrdiff_t*>(arguments[2])] {
    run_teams(*kernel, work, own, numbers, static_cast<int>(gx), shared);
  });
  return usable();
}
int cuStreamQuery(void* stream) {
  auto* const s = static_cast<Stream*>(stream);
  if (usable() != success) return usable();
  const bool busy = s->step() || s->callbacks > 0 || clock_ns() < s->end;
  if (usable() != success) return usable();
  return busy ? not_ready : success;
}
int cuStreamSynchronize(void* stream) {
  auto* const s = static_cast<Stream*>(stream);
  while (s->step()) {
  }
  if (schedule == 4) sleep_until(s->end);
  while (clock_ns() < s->end)
    if (schedule == 2) sched_yield();
  while (s->callbacks > 0) sched_yield();
  return usable();
}
int cuLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  pthread_t thread;
  auto* const s = static_cast<Stream*>(stream);
  if (usable() != success) return usable();
  ++s->callbacks;
  if (pthread_create(&thread, nullptr, call_back, new Callback{s, function, data}) != 0) std::abort();
  pthread_detach(thread);
  return usable();
}

}  // extern "C"
#pragma GCC visibility pop
