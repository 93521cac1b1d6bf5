#include "parallel/global_arrays.hpp"

#include <mpi.h>

extern "C" {
#include <armci.h>  // has no extern "C" of its own
}
#include <fmt/format.h>
#include <ga-mpi.h>
#include <ga.h>
#include <macdecls.h>

#include <numeric>
#include <vector>

#include "parallel/agreement.hpp"
#include "parallel/node_ranks.hpp"
#include "support/error.hpp"
#include "system/process_status.hpp"

// Exists since Global Arrays 5.9. Returns 0 on the ranks that the runtime kept, when it releases them.
extern "C" [[gnu::weak]] int GA_Initialize_comm(MPI_Comm comm);

namespace fockproxy {
namespace {

// A vector of doubles with one ragged piece per rank. A stack may align a segment differently for RMA and for loads.
// Whether this shows depends on the sizes: RMA of MPICH 4.0.2 reaches the base of a segment rounded down to 16 bytes,
// the segments of a node are contiguous in memory, and GA adds 8 bytes to each. So the shapes use odd and even sizes on
// every rank.
class RaggedArray {
 public:
  static constexpr int shapes = 4;

  RaggedArray(const Communicator& comm, int shape) : comm_(comm) {
    first_.push_back(0);
    for (int r = 0; r < comm.size(); ++r) first_.push_back(first_.back() + piece(shape, r));
    int dims[] = {first_.back()};
    int pieces[] = {comm.size()};
    char name[] = "self-test";
    handle_ = NGA_Create_irreg(C_DBL, 1, dims, name, pieces, first_.data());
  }
  ~RaggedArray() {
    if (handle_) GA_Destroy(handle_);
  }
  RaggedArray(const RaggedArray&) = delete;
  RaggedArray& operator=(const RaggedArray&) = delete;

  bool created() const { return handle_ != 0; }

  // The first difference that this rank sees. Every rank makes the same collective calls, even after a difference.
  std::string check() {
    const int right = (comm_.rank() + 1) % comm_.size();
    const int left = (comm_.rank() + comm_.size() - 1) % comm_.size();
    put(right, 1.0);
    GA_Sync();
    compare_access("put -> access", 1.0);
    compare_get("put -> get", comm_.rank(), 1.0);
    compare_get("put -> get", left, 1.0);
    GA_Sync();
    store(2.0);
    GA_Sync();
    compare_get("access -> get", right, 2.0);
    GA_Sync();
    add(left, 3.0);
    add(comm_.rank(), 4.0);
    GA_Sync();
    compare_access("accumulate -> access", 9.0);
    compare_get("accumulate -> get", right, 9.0);
    GA_Sync();
    return found_;
  }

 private:
  // 0.3 to 3 pages, in irregular order.
  static int piece(int shape, int rank) {
    const int odd[shapes] = {0, 1, rank % 2, 1 - rank % 2};
    return 150 + odd[shape] + 2 * ((211 * (shape + 1) * (rank + 1) + 97 * shape) % 701);
  }

  std::vector<double> pattern(int owner, double factor) const {
    std::vector<double> values(first_[owner + 1] - first_[owner]);
    std::iota(values.begin(), values.end(), first_[owner] + 1.0);
    for (double& v : values) v *= factor;
    return values;
  }

  void put(int owner, double factor) {
    std::vector<double> values = pattern(owner, factor);
    int lo[] = {first_[owner]}, hi[] = {first_[owner + 1] - 1}, ld[] = {1};
    NGA_Put(handle_, lo, hi, values.data(), ld);
  }

  void add(int owner, double factor) {
    std::vector<double> values = pattern(owner, factor);
    double one = 1.0;
    int lo[] = {first_[owner]}, hi[] = {first_[owner + 1] - 1}, ld[] = {1};
    NGA_Acc(handle_, lo, hi, values.data(), ld, &one);
  }

  double* access(int* lo, int* hi) {
    double* values = nullptr;
    int ld[] = {1};
    NGA_Distribution(handle_, comm_.rank(), lo, hi);
    NGA_Access(handle_, lo, hi, &values, ld);
    return values;
  }

  void store(double factor) {
    int lo[1], hi[1];
    double* values = access(lo, hi);
    const std::vector<double> mine = pattern(comm_.rank(), factor);
    std::copy(mine.begin(), mine.end(), values);
    NGA_Release_update(handle_, lo, hi);
  }

  void compare_access(const char* what, double factor) {
    int lo[1], hi[1];
    const double* values = access(lo, hi);
    compare(what, comm_.rank(), values, factor);
    NGA_Release(handle_, lo, hi);
  }

  void compare_get(const char* what, int owner, double factor) {
    std::vector<double> values(first_[owner + 1] - first_[owner], -1.0);
    int lo[] = {first_[owner]}, hi[] = {first_[owner + 1] - 1}, ld[] = {1};
    NGA_Get(handle_, lo, hi, values.data(), ld);
    compare(what, owner, values.data(), factor);
  }

  void compare(const char* what, int owner, const double* values, double factor) {
    if (!found_.empty()) return;
    const std::vector<double> right = pattern(owner, factor);
    for (std::size_t i = 0; i < right.size(); ++i)
      if (values[i] != right[i]) {
        found_ = fmt::format("{}: element {} of rank {}'s {} is {} and not {}, seen from rank {}", what, i, owner,
                             right.size(), values[i], right[i], comm_.rank());
        return;
      }
  }

  const Communicator& comm_;
  std::vector<int> first_;
  int handle_ = 0;
  std::string found_;
};

// Otherwise the runtime would call MPI_Abort.
void require_ranks_to_keep(const Communicator& job, const NodeRanks& node) {
  if (GA_Initialize_comm == nullptr)
    throw AgreedUsageError(
        fmt::format("this Global Arrays, {}, keeps ranks for itself and has no GA_Initialize_comm "
                    "that would give them back; use 5.9 or later",
                    FOCKPROXY_GA_VERSION));
  const int kept = ranks_kept_per_node();
  if (job.min(node.size) < 2 * kept || job.max(node.size % kept) != 0)
    throw AgreedUsageError(
        fmt::format("Global Arrays' runtime {} keeps {} of the ranks of every node for itself and "
                    "needs at least as many other ranks, in equal shares: start {} ranks or more",
                    linked_global_arrays_runtime()->name, kept, 2 * kept));
}

}  // namespace

bool built_with_global_arrays() { return true; }

GlobalArraysSession::GlobalArraysSession(const Communicator& job) : runtime_(*linked_global_arrays_runtime()) {
  if (!runtime_.keeps_ranks) {
    GA_Initialize();
  } else {
    NodeRanks node(job);
    MPI_Comm_free(&node.comm);
    require_ranks_to_keep(job, node);
    // The runtime chooses the ranks that it keeps; if it keeps one, this is the last of each node. This process cannot
    // show progress of a kept rank.
    process_status.pause(node.rank == node.size - 1 || ranks_kept_per_node() > 1);
    if (GA_Initialize_comm(MPI_COMM_WORLD) == 0) throw ServedToTheEnd{};
    process_status.pause(false);
  }
  serve_while_waiting(service_of_global_arrays());
  // The memory allocator serves temporaries of GA; ARMCI allocates the data of arrays.
  constexpr int stack_doubles = 1 << 17, heap_doubles = 1 << 17;
  if (!MA_init(C_DBL, stack_doubles, heap_doubles))
    throw ComputationError("MA_init failed: no memory for Global Arrays' temporaries");
}

GlobalArraysSession::~GlobalArraysSession() {
  serve_while_waiting(nullptr);
  GA_Terminate();
}

MPI_Comm GlobalArraysSession::communicator() const { return GA_MPI_Comm(); }

std::string linked_global_arrays() {
  return fmt::format("Global Arrays {}, runtime {}", FOCKPROXY_GA_VERSION, linked_global_arrays_runtime()->name);
}

std::vector<NamedValue> GlobalArraysSession::properties() const {
  const auto yes_or_no = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  return {{"nodes as ARMCI counts them", std::to_string(GA_Cluster_nnodes())},
          {"ARMCI uses shared memory", yes_or_no(ARMCI_Uses_shm() != 0)},
          {"memory is limited", yes_or_no(GA_Memory_limited() != 0)},
          {"array data from MA", yes_or_no(GA_Uses_ma() != 0)},
          {"Fortran indexing", yes_or_no(GA_Uses_fapi() != 0)}};
}

std::string GlobalArraysSession::self_test(const Communicator& comm) const {
  for (int shape = 0; shape < RaggedArray::shapes; ++shape) {
    RaggedArray array(comm, shape);
    if (!array.created()) return "NGA_Create_irreg failed";  // GA returns 0 on all ranks
    const std::string found = first_message(comm, array.check());
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace fockproxy
