// Starts MPI, then OpenSHMEM and Global Arrays where they are asked for, and ends all.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/library_settings.hpp"
#include "parallel/yielding_waits.hpp"

namespace fockproxy {

class GlobalArraysSession;
class OpenShmemSession;

struct RuntimeOptions {
  int thread_level = MPI_THREAD_SINGLE;      // the lowest level that the chosen options need
  bool global_arrays = false;                // also start GA (and with it ARMCI-MPI)
  bool openshmem = false;                    // also start OpenSHMEM
  std::vector<LibrarySetting> settings{};    // environment variables to set before MPI and GA start
  bool accept_faulty_global_arrays = false;  // a failed self-test of GA is a note and not an error
};

// Collective construction and destruction; at most one object per process. If the constructor throws, it first ends
// what it started, on all ranks alike:
// - AgreedUsageError: the launcher of another MPI started this program. It announces several processes, but
//   MPI_Comm_size is 1. Every process is then its own rank 0, and launcher_rank_is_zero() of launcher.hpp tells which
//   one may print.
// - AgreedUsageError: the MPI library in this process is not the one that was found (mpi_introspection.hpp). This is
//   thrown before MPI starts.
// - AgreedUsageError: MPI gives a lower thread level than requested (MPI-4.0 section 11.6.2), or Global Arrays is
//   requested in a build without it.
// - AgreedUsageError: OpenSHMEM is requested in a build without it, gives a lower thread level, or numbers its PEs in
//   another way than MPI the ranks; or Global Arrays' runtime keeps ranks from it.
// - AgreedComputationError: Global Arrays fails its self-test on this stack, and the options do not accept that.
// - ServedToTheEnd of global_arrays.hpp, which is not an error: thrown on ranks that Global Arrays' runtime kept until
//   all other ranks ended.
// If such a runtime keeps ranks, world() has only the other ranks.
class Runtime {
 public:
  Runtime(int& argc, char**& argv, const RuntimeOptions& options);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // All members below are local.
  const Communicator& world() const { return *world_; }
  // The number of processes of the job that Global Arrays' runtime keeps to serve the ranks of world(), each on its own
  // core.
  int ranks_kept() const { return job_->size() - world_->size(); }
  int thread_level_requested() const { return options_.thread_level; }
  int thread_level_provided() const { return mpi_.provided; }
  bool has_global_arrays() const { return global_arrays_ != nullptr; }
  bool has_openshmem() const { return openshmem_ != nullptr; }

  const std::string& mpi_library() const { return mpi_library_; }           // first line of MPI_Get_library_version
  const std::string& global_arrays_version() const { return ga_version_; }  // empty if GA was not started
  const GlobalArraysSession* global_arrays() const { return global_arrays_.get(); }  // null if GA was not started
  const OpenShmemSession* openshmem() const { return openshmem_.get(); }             // null if it was not started
  // The fault that the self-test of GA found, with the setting that cures it; empty if there is none.
  const std::string& global_arrays_fault() const { return ga_fault_; }
  // The actions that make this stack compute correctly, one sentence each, e.g. "ARMCI_USE_WIN_ALLOCATE=0 was set
  // before Global Arrays started: ...".
  const std::vector<std::string>& cures() const { return cures_; }
  // The settings that prevent warnings of libraries that do not concern this job, one sentence each.
  const std::vector<std::string>& quietened() const { return mpi_.quietened; }
  // The tests at the start that passed, one sentence each.
  const std::vector<std::string>& self_tests() const { return self_tests_; }

  // The effect of RuntimeOptions::settings. library_threads_at_start(): the number of library threads in this process
  // before MPI started, after it, and after Global Arrays.
  const std::vector<AppliedSetting>& settings() const { return settings_; }
  const std::array<int, 3>& library_threads_at_start() const { return library_threads_; }

  int node_of(int rank) const { return node_of_rank_[rank]; }  // nodes are numbered by their lowest rank
  const std::vector<int>& node_of_rank() const { return node_of_rank_; }
  int nodes() const { return nodes_; }
  // The ranks that share a core, on the node with the fewest cores, if each node has the same number of ranks. Below 1
  // if there are more cores than ranks. The same on every rank.
  double ranks_per_core() const { return ranks_per_core_; }
  const std::vector<std::string>& hosts() const { return hosts_; }  // by rank, on every rank

 private:
  // Ends MPI even if the constructor of Runtime throws.
  struct Mpi {
    Mpi(int& argc, char**& argv, int level);
    ~Mpi();
    int provided = MPI_THREAD_SINGLE;
    std::vector<std::string> quietened;
    std::string finalize_fault;  // see known_faults.hpp; empty: MPI_Finalize is called
  };

  void check_launcher_and_threads() const;
  int share_status_board(const Communicator& ranks);  // returns the number of these ranks on this node
  void make_world();
  void find_nodes();
  void start_openshmem();
  void start_global_arrays();
  void test_global_arrays();

  RuntimeOptions options_;
  std::optional<YieldingWaits> yielding_;  // FOCKPROXY_YIELD=1
  std::vector<AppliedSetting> settings_;   // before MPI
  std::array<int, 3> library_threads_{};   // likewise
  Mpi mpi_;
  std::unique_ptr<OpenShmemSession> openshmem_;  // ends after the communicators, because it may end MPI
  std::unique_ptr<Communicator> job_;            // all processes
  std::unique_ptr<Communicator> world_;          // the processes that the program may use
  std::unique_ptr<GlobalArraysSession> global_arrays_;
  std::string mpi_library_;
  std::string ga_version_;
  std::string ga_said_;  // what was printed on stderr while Global Arrays started
  std::string ga_fault_;
  std::vector<std::string> cures_;
  std::vector<std::string> self_tests_;
  std::vector<int> node_of_rank_;
  int nodes_ = 1;
  double ranks_per_core_ = 1;
  std::vector<std::string> hosts_;
};

// Whether the library is MPICH 4.0.0 to 4.0.2. Its RMA (with ch4:ucx) uses the base of a segment rounded down to a
// multiple of 16 bytes, and MPI_Win_allocate makes other bases if sizes are not multiples of 16. `mpi_library` is the
// text of MPI_Get_library_version.
bool has_faulty_win_allocate(const std::string& mpi_library);

// "single", "funneled", "serialized", "multiple".
std::string thread_level_name(int level);

}  // namespace fockproxy
