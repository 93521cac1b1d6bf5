#include "parallel/runtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <string_view>
#include <thread>

#include "parallel/ending_signals.hpp"
#include "parallel/failure.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/known_faults.hpp"
#include "parallel/launcher.hpp"
#include "parallel/library_warnings.hpp"
#include "parallel/mpi_introspection.hpp"
#include "parallel/node_ranks.hpp"
#include "parallel/openshmem.hpp"
#include "parallel/status_board.hpp"
#include "parallel/window.hpp"
#include "support/error.hpp"
#include "system/memory.hpp"
#include "system/process_status.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

// Bytes of address space. If a limit leaves less, the program cannot compute even a molecule of two atoms.
constexpr std::int64_t least_after_start = 16 << 20;

std::string first_line(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  for (std::size_t tab = 0; (tab = line.find('\t')) != std::string::npos;) line[tab] = ' ';
  return line;
}

// Tests the window kind first, because a refusal inside Global Arrays would end the job with a message from MPI.
void require_windows(const Communicator& world, WindowKind kind) {
  try {
    const Window window(world, sizeof(double), {.kind = kind, .self_test = false});
  } catch (const WindowRefused& refusal) {
    const RefusalWords& words = words_for_global_arrays();
    throw AgreedUsageError("Global Arrays cannot start: " + (words ? words(world, refusal) : refusal.what()));
  }
}

}  // namespace

bool has_faulty_win_allocate(const std::string& mpi_library) {
  static const std::regex faulty("MPICH Version: +4\\.0(\\.[012])?(?![.0-9]).*");
  return std::regex_match(mpi_library, faulty);
}

std::string thread_level_name(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE: return "single";
    case MPI_THREAD_FUNNELED: return "funneled";
    case MPI_THREAD_SERIALIZED: return "serialized";
    case MPI_THREAD_MULTIPLE: return "multiple";
    default: return "unknown";
  }
}

Runtime::Mpi::Mpi(int& argc, char**& argv, int level) {
  process_status.mark("starting MPI");
  // Before MPI starts, because a preloaded library beside the files of another one may crash in MPI_Init.
  if (const std::string other = other_mpi_than_found(); !other.empty()) throw AgreedUsageError(other);
  watch_for_signals();
  for (const QuietSetting& quiet : quiet_settings(process_environment(), mpi_library_text(), has_rdma_devices())) {
    setenv(quiet.variable.c_str(), quiet.value.c_str(), 1);
    quietened.push_back(fmt::format("{}={} was set: {}", quiet.variable, quiet.value, quiet.instead_of));
  }
  MPI_Init_thread(&argc, &argv, level, &provided);
  watch_for_faults_in_libraries();
  // A library that lacked memory here may continue without the transport for which the other ranks wait. Open MPI 4.1
  // continues without shared memory, and then the first collective never ends.
  if (const AddressSpace memory = address_space(); memory.limit >= 0 && memory.left < least_after_start)
    end_job("out of memory after starting MPI");
}

Runtime::Mpi::~Mpi() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended != 0) return;  // with OpenSHMEM
  process_status.mark("ending MPI");
  leave_phase_region();
  if (finalize_fault.empty()) {
    MPI_Finalize();
    return;
  }
  MPI_Barrier(MPI_COMM_WORLD);  // no rank needs answers from another any more
  bid_launcher_farewell(process_environment());
}

Runtime::Runtime(int& argc, char**& argv, const RuntimeOptions& options)
    : options_(options),
      settings_(apply(options.settings)),
      library_threads_{library_threads().count},
      mpi_(argc, argv, options.thread_level),
      mpi_library_(first_line(mpi_library_text())) {
  if (const char* const yield = std::getenv("FOCKPROXY_YIELD"); yield != nullptr && std::string_view(yield) == "1")
    yielding_.emplace();
  library_threads_[1] = library_threads_[2] = library_threads().count;
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  process_status.set_ranks(processes);
  job_ = std::make_unique<Communicator>(MPI_COMM_WORLD);
  process_status.set_rank(job_->rank());
  check_launcher_and_threads();
  const int on_this_node = share_status_board(*job_);
  if (on_this_node < job_->size()) mpi_.finalize_fault = finalize_fault(mpi_library_text());
  if (!mpi_.finalize_fault.empty()) cures_.push_back(mpi_.finalize_fault);
  if (has_faulty_win_allocate(mpi_library_))
    cures_.push_back(
        "windows are padded to whole pages: RMA of MPICH 4.0.0 to 4.0.2 misses segments that begin at no multiple "
        "of 16 bytes");
  if (options.openshmem) start_openshmem();
  if (options.global_arrays) start_global_arrays();
  make_world();
  find_nodes();
  if (global_arrays_) test_global_arrays();
  library_threads_[2] = library_threads().count;
  watch_for_ending_signals();
}

Runtime::~Runtime() = default;

void Runtime::check_launcher_and_threads() const {
  const LauncherView launcher = read_launcher(process_environment());
  if (const auto mismatch = launcher_mismatch(launcher, job_->size(), mpi_library_)) throw AgreedUsageError(*mismatch);
  if (job_->min(mpi_.provided) < options_.thread_level)
    throw AgreedUsageError(
        fmt::format("{} gives thread level {} where {} is needed; choose options that need less, or an "
                    "MPI built with thread support",
                    mpi_library_.substr(0, mpi_library_.find(',')), thread_level_name(mpi_.provided),
                    thread_level_name(options_.thread_level)));
}

void Runtime::make_world() {
  const MPI_Comm given = global_arrays_ ? global_arrays_->communicator() : MPI_COMM_WORLD;
  int ranks = 1;
  MPI_Comm_size(given, &ranks);
  process_status.set_ranks(ranks);
  world_ = std::make_unique<Communicator>(given);
  process_status.set_rank(world_->rank());
  // A rank that only serves makes no steps; on a common board it would look like a rank for which all wait.
  if (ranks_kept() > 0) share_status_board(*world_);
}

int Runtime::share_status_board(const Communicator& ranks) {
  NodeRanks node(ranks);
  join_status_board(node.comm);
  MPI_Comm_free(&node.comm);
  return node.size;
}

void Runtime::find_nodes() {
  // Not through Communicator: the communicator of a node is needed only for its lowest world rank.
  NodeRanks node(*world_);
  int lowest = world_->rank();
  check_mpi(MPI_Bcast(&lowest, 1, MPI_INT, 0, node.comm), "MPI_Bcast");
  MPI_Comm_free(&node.comm);
  const std::vector<int> lowest_of = world_->all_gather(lowest);
  node_of_rank_.resize(world_->size());
  nodes_ = 0;
  for (int r = 0; r < world_->size(); ++r)
    node_of_rank_[r] = lowest_of[r] == r ? nodes_++ : node_of_rank_[lowest_of[r]];
  const int cores = world_->min(static_cast<int>(std::thread::hardware_concurrency()));
  ranks_per_core_ = static_cast<double>(world_->size()) / (cores * nodes_);

  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  MPI_Get_processor_name(name, &length);
  std::string all;  // one line per rank, so one broadcast suffices
  for (const std::string& host : world_->gather(std::string(name, length))) all += host + '\n';
  std::istringstream lines(world_->broadcast(all));
  for (std::string host; std::getline(lines, host);) hosts_.push_back(host);
}

void Runtime::start_openshmem() {
  const GlobalArraysRuntime* const linked = linked_global_arrays_runtime();
  if (options_.global_arrays && linked != nullptr && linked->keeps_ranks)
    throw AgreedUsageError(
        fmt::format("UNSUPPORTED: allocation in OpenSHMEM is collective over all processes, and Global Arrays' runtime "
                    "{} reserves some of them",
                    linked->name));
  openshmem_ = std::make_unique<OpenShmemSession>(*job_, options_.thread_level);
  watch_for_faults_in_libraries();
  if (job_->min(openshmem_->thread_level()) < options_.thread_level)
    throw AgreedUsageError(
        fmt::format("UNSUPPORTED: {} gives thread level {} where {} is needed; choose options that need less, or a UCX "
                    "that was built with thread support",
                    openshmem_->version(), thread_level_name(openshmem_->thread_level()),
                    thread_level_name(options_.thread_level)));
  // The backends use ranks as PE numbers, which annex D.1.4 of OpenSHMEM 1.5 does not guarantee.
  const bool same = openshmem_->pe() == job_->rank() && openshmem_->pes() == job_->size();
  if (job_->min(same ? 1 : 0) == 0)
    throw AgreedUsageError("UNSUPPORTED: the PEs of " + openshmem_->version() + " are not numbered as MPI's ranks");
}

void Runtime::start_global_arrays() {
  constexpr const char* variable = "ARMCI_USE_WIN_ALLOCATE";
  if (has_faulty_win_allocate(mpi_library_) && !std::getenv(variable)) {
    setenv(variable, "0", 1);  // ARMCI reads it when GA starts
    cures_.push_back(
        "ARMCI_USE_WIN_ALLOCATE=0 was set before Global Arrays started: MPI_Win_allocate is faulty in "
        "MPICH 4.0.0 to 4.0.2");
  }
  const GlobalArraysRuntime* const linked = linked_global_arrays_runtime();
  if (linked != nullptr && linked->windows) {
    const char* use = std::getenv(variable);
    require_windows(*job_, use && *use == '0' ? WindowKind::create : WindowKind::allocate);
  }
  process_status.mark("starting Global Arrays");
  {
    const HeardOnStderr heard;
    global_arrays_ = std::make_unique<GlobalArraysSession>(*job_);
    ga_said_ = heard.text();
  }
  watch_for_faults_in_libraries();
  ga_version_ = linked_global_arrays();
}

void Runtime::test_global_arrays() {
  process_status.mark("testing Global Arrays");
  if (const std::string found = global_arrays_->self_test(*world_); !found.empty()) {
    const bool may_cure = global_arrays_->runtime().name == "armci-mpi";
    ga_fault_ = fmt::format("Global Arrays computes wrongly on this stack: {}{}", found,
                            may_cure ? "; set ARMCI_USE_WIN_ALLOCATE=0" : "");
    if (!options_.accept_faulty_global_arrays) throw AgreedComputationError(ga_fault_);
    return;
  }
  self_tests_.push_back("Global Arrays: put, get, access and accumulate agree on ragged arrays");
  if (ga_said_.find("MPI Datatypes are broken in RMA") != std::string::npos)
    self_tests_.back() += "; no sign of the broken MPI datatypes that ARMCI warns of";
}

}  // namespace fockproxy
