// MPI, then Global Arrays: one RAII object that starts and ends both.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/library_settings.hpp"

namespace fockproxy {

class GlobalArraysSession;

struct RuntimeOptions {
  int thread_level = MPI_THREAD_SINGLE;      // the lowest level that the chosen options need
  bool global_arrays = false;                // start GA (and with it ARMCI-MPI) too
  std::vector<LibrarySetting> settings{};    // for the environment that MPI and GA find when they start
  bool accept_faulty_global_arrays = false;  // a failed self-test of GA is noted and not an error
};

// Collective construction and destruction; at most one per process. Everything is ended again when the constructor
// throws, on all ranks alike:
// - AgreedUsageError when this program was started by another MPI's launcher (one that announces several processes
//   while MPI_Comm_size is 1; then every process is its own rank 0, and launcher_rank_is_zero() of launcher.hpp says
//   which one may print), when MPI gives a lower thread level than asked (MPI-4.0 section 11.6.2), and when Global
//   Arrays is asked for in a build without it;
// - AgreedComputationError when Global Arrays fails its self-test on this stack, unless told to accept that;
// - ServedToTheEnd of global_arrays.hpp, no error, on ranks that Global Arrays' runtime kept until all others ended.
// Where such a runtime keeps ranks, world() has the others alone.
class Runtime {
 public:
  Runtime(int& argc, char**& argv, const RuntimeOptions& options);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // All of these are local.
  const Communicator& world() const { return *world_; }
  // Processes of the job that Global Arrays' runtime keeps to serve the ranks of world(), each on a core of its own.
  int ranks_kept() const { return job_->size() - world_->size(); }
  int thread_level_requested() const { return options_.thread_level; }
  int thread_level_provided() const { return mpi_.provided; }
  bool has_global_arrays() const { return global_arrays_ != nullptr; }

  const std::string& mpi_library() const { return mpi_library_; }           // first line of MPI_Get_library_version
  const std::string& global_arrays_version() const { return ga_version_; }  // empty when GA was not started
  const GlobalArraysSession* global_arrays() const { return global_arrays_.get(); }  // null when it was not started
  // What its self-test found wrong, with the setting that cures it; empty when all is well.
  const std::string& global_arrays_fault() const { return ga_fault_; }
  // What was done so that this stack computes correctly, one sentence each, e.g.
  // "ARMCI_USE_WIN_ALLOCATE=0 was set before Global Arrays started: ...".
  const std::vector<std::string>& cures() const { return cures_; }
  // What was set so that a library does not warn of what does not concern this job, one sentence each.
  const std::vector<std::string>& quietened() const { return mpi_.quietened; }
  // What was tried out at the start and found right, one sentence each.
  const std::vector<std::string>& self_tests() const { return self_tests_; }

  // What became of RuntimeOptions::settings, and how many threads the libraries had in this process: before MPI
  // started, after it and after Global Arrays.
  const std::vector<AppliedSetting>& settings() const { return settings_; }
  const std::array<int, 3>& library_threads_at_start() const { return library_threads_; }

  int node_of(int rank) const { return node_of_rank_[rank]; }  // nodes numbered by their lowest rank
  const std::vector<int>& node_of_rank() const { return node_of_rank_; }
  int nodes() const { return nodes_; }
  const std::vector<std::string>& hosts() const { return hosts_; }  // by rank, on every rank

 private:
  // Ends MPI even when the constructor of Runtime throws.
  struct Mpi {
    Mpi(int& argc, char**& argv, int level);
    ~Mpi();
    int provided = MPI_THREAD_SINGLE;
    std::vector<std::string> quietened;
    std::string finalize_fault;  // see known_faults.hpp; empty: MPI_Finalize is called
  };

  void check_launcher_and_threads() const;
  int share_status_board(const Communicator& ranks);  // returns how many of them are on this node
  void make_world();
  void find_nodes();
  void start_global_arrays();
  void test_global_arrays();

  RuntimeOptions options_;
  std::vector<AppliedSetting> settings_;  // before MPI
  std::array<int, 3> library_threads_{};  // likewise
  Mpi mpi_;
  std::unique_ptr<Communicator> job_;    // all processes
  std::unique_ptr<Communicator> world_;  // those that are the program's
  std::unique_ptr<GlobalArraysSession> global_arrays_;
  std::string mpi_library_;
  std::string ga_version_;
  std::string ga_said_;  // what was printed on stderr while Global Arrays started
  std::string ga_fault_;
  std::vector<std::string> cures_;
  std::vector<std::string> self_tests_;
  std::vector<int> node_of_rank_;
  int nodes_ = 1;
  std::vector<std::string> hosts_;
};

// MPICH 4.0.0 to 4.0.2, whose RMA (with ch4:ucx) reaches the base of a segment rounded down to a multiple of 16 bytes,
// as MPI_Win_allocate makes them where sizes are no multiples of 16. `mpi_library` is the text of
// MPI_Get_library_version.
bool has_faulty_win_allocate(const std::string& mpi_library);

// "single", "funneled", "serialized", "multiple".
std::string thread_level_name(int level);

}  // namespace fockproxy
