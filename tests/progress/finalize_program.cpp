// Tests whether every helper thread ends before MPI_Finalize, even if an error on which all ranks agreed unwinds.
// Starts each strategy with a helper, and the counter with its own thread, and leaves them all by an exception. The
// exit code is 1 if MPI_Finalize, which this program replaces, finds a thread of the program.
//
//   finalize_program [--late-receive] [--leave-one]
//
// --late-receive: the first receive of each rank's own message returns two seconds later than helper-recv waits for it.
// The strategy must then be UNSUPPORTED. --leave-one, the negative control, leaves a thread behind.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "counters/counter.hpp"
#include "parallel/agreement.hpp"
#include "progress/mpix_progress.hpp"
#include "progress/progress_strategy.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"

using namespace fockproxy;

namespace {

std::atomic<bool> late_receive{false};
int threads_at_the_end = -1;  // threads of the program besides the main one; -1: MPI_Finalize was not called

int own_threads() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(entry.path() / "comm"), name);
    count += std::stol(entry.path().filename()) != getpid() && name.starts_with("fp-");
  }
  return count;
}

// Starts what `make` makes, and leaves it by an error on which every rank agreed. Returns the refusal, or "".
template <class Make>
std::string abandon(const Communicator& world, Make make) {
  try {
    const auto started = make();
    collectively(world, [&] {
      if (world.is_root()) throw ComputationError("left behind");
    });
  } catch (const UsageError& error) {
    return error.what();
  } catch (const ComputationError&) {
  }
  return "";
}

int run(int argc, char** argv, const char* option) {
  const Runtime runtime(argc, argv, {.thread_level = MPI_THREAD_MULTIPLE});
  late_receive = std::strcmp(option, "--late-receive") == 0;
  int wrong = 0;
  for (const ProgressEntry& entry : progress_table()) {
    if (!entry.helper) continue;
    const std::string refusal = abandon(runtime.world(), [&] {
      auto strategy = entry.make(runtime);
      strategy->start();
      return strategy;
    });
    const bool must_refuse = (entry.name == "helper-recv" && std::strcmp(option, "--late-receive") == 0) ||
                             (entry.name == "stream" && !no_progress_thread(runtime).empty());  // few MPIs have it
    if ((refusal.find("UNSUPPORTED") != std::string::npos) != must_refuse) ++wrong;
    if (!refusal.empty() && runtime.world().is_root()) std::printf("%s\n", refusal.c_str());
  }
  const std::string refusal =
      abandon(runtime.world(), [&] { return find_counter("server-thread").make({.runtime = runtime}); });
  if (!refusal.empty()) ++wrong;
  if (std::strcmp(option, "--leave-one") == 0) {
    std::thread([] {
      name_own_thread("left");
      pause();
    }).detach();
    while (own_threads() == 0) std::this_thread::yield();
  }
  return wrong;
}

}  // namespace

extern "C" {

int MPI_Finalize(void) {
  threads_at_the_end = own_threads();
  return PMPI_Finalize();
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const int code = PMPI_Recv(buffer, count, type, source, tag, comm, status);
  int rank = -1;
  PMPI_Comm_rank(comm, &rank);
  if (source == rank && gettid() != getpid() && late_receive.exchange(false))
    std::this_thread::sleep_for(std::chrono::seconds(5));
  return code;
}
}

int main(int argc, char** argv) {
  const std::string option = argc > 1 ? argv[1] : "";
  const int wrong = run(argc, argv, option.c_str());
  if (wrong != 0) std::fprintf(stderr, "%d strategies or counters did not refuse, or refused, as they should\n", wrong);
  if (threads_at_the_end != 0) std::fprintf(stderr, "%d threads at MPI_Finalize\n", threads_at_the_end);
  return wrong == 0 && threads_at_the_end == 0 ? 0 : 1;
}
