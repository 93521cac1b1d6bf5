#include "check/window_test.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "parallel/agreement.hpp"
#include "system/memory.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

using Word = std::int32_t;
constexpr int words = 25, place = 7;
constexpr int guards = 16;  // words beyond the segment

struct Operation {
  const char* name;
  bool fetches;
  Word after;  // the word after the call, if it was `before` and the origin sends `sent`
  int (*call)(const Word* sent, const Word* before, Word* fetched, int target, MPI_Aint byte, MPI_Win win);
};

constexpr Word sent = 1000, before = 77;

constexpr Operation operations[] = {
    {"MPI_Put", false, sent,
     [](const Word* s, const Word*, Word*, int target, MPI_Aint byte, MPI_Win win) {
       return MPI_Put(s, 1, MPI_INT32_T, target, byte, 1, MPI_INT32_T, win);
     }},
    {"MPI_Get", true, before,
     [](const Word*, const Word*, Word* f, int target, MPI_Aint byte, MPI_Win win) {
       return MPI_Get(f, 1, MPI_INT32_T, target, byte, 1, MPI_INT32_T, win);
     }},
    {"MPI_Accumulate", false, before + sent,
     [](const Word* s, const Word*, Word*, int target, MPI_Aint byte, MPI_Win win) {
       return MPI_Accumulate(s, 1, MPI_INT32_T, target, byte, 1, MPI_INT32_T, MPI_SUM, win);
     }},
    {"MPI_Get_accumulate", true, before + sent,
     [](const Word* s, const Word*, Word* f, int target, MPI_Aint byte, MPI_Win win) {
       return MPI_Get_accumulate(s, 1, MPI_INT32_T, f, 1, MPI_INT32_T, target, byte, 1, MPI_INT32_T, MPI_SUM, win);
     }},
    {"MPI_Fetch_and_op", true, before + sent,
     [](const Word* s, const Word*, Word* f, int target, MPI_Aint byte, MPI_Win win) {
       return MPI_Fetch_and_op(s, f, MPI_INT32_T, target, byte, MPI_SUM, win);
     }},
    {"MPI_Compare_and_swap", true, sent,
     [](const Word* s, const Word* b, Word* f, int target, MPI_Aint byte, MPI_Win win) {
       return MPI_Compare_and_swap(s, b, f, MPI_INT32_T, target, byte, win);
     }},
};

// A window on memory of rank 0 of which only touched pages exist; the other ranks expose none.
class FarWindow {
 public:
  FarWindow(const Communicator& comm, std::size_t bytes) : bytes_(comm.is_root() ? bytes : 0) {
    collectively(comm, [&] {
      if (bytes_ == 0) return;
      memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory_ == MAP_FAILED) throw UsageError(fmt::format("no {} GiB of address space", bytes_ >> 30));
    });
    const int code = MPI_Win_create(memory_, static_cast<MPI_Aint>(bytes_), 1, MPI_INFO_NULL, comm.handle(), &win_);
    const std::string error = first_message(comm, code == MPI_SUCCESS ? "" : mpi_error_text(code));
    if (!error.empty()) throw AgreedUsageError(fmt::format("no window of more than 4 GiB: {}", error));
    return_errors_of_window(win_);
    check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
  }
  ~FarWindow() {
    if (win_ != MPI_WIN_NULL) {
      MPI_Win_unlock_all(win_);
      MPI_Win_free(&win_);
    }
    if (bytes_ > 0 && memory_ != MAP_FAILED) munmap(memory_, bytes_);
  }
  FarWindow(const FarWindow&) = delete;
  FarWindow& operator=(const FarWindow&) = delete;

  MPI_Win handle() const { return win_; }
  double* at(MPI_Aint byte) const { return reinterpret_cast<double*>(static_cast<std::byte*>(memory_) + byte); }
  void sync() const { check_mpi(MPI_Win_sync(win_), "MPI_Win_sync"); }

 private:
  std::size_t bytes_;
  void* memory_ = nullptr;
  MPI_Win win_ = MPI_WIN_NULL;
};

constexpr MPI_Aint four_gib = MPI_Aint{1} << 32;

// Each rank has a slot of doubles behind 4 GiB, and one at the beginning, which a displacement of 32 bits would reach.
constexpr int slot = 8;

class FarTest {
 public:
  FarTest(const Communicator& comm, WindowFault fault)
      : comm_(comm),
        fault_(fault),
        window_(comm, static_cast<std::size_t>(four_gib) + 2 * sizeof(double) * slot * comm.size()) {}

  Violations run() {
    const MPI_Aint mine = static_cast<MPI_Aint>(sizeof(double)) * slot * comm_.rank();
    for (int i = 0; i < slot * comm_.size() && comm_.is_root(); ++i)
      *window_.at(8 * i) = *window_.at(four_gib + 8 * i) = 5;
    everybody();
    double one = 1, value = 10 + comm_.rank(), fetched = -1, got = -1, both[] = {20, 21};
    const MPI_Win win = window_.handle();
    const MPI_Aint far = fault_ == WindowFault::cut ? mine : four_gib + mine;
    check_mpi(MPI_Put(&value, 1, MPI_DOUBLE, 0, far, 1, MPI_DOUBLE, win), "MPI_Put");
    check_mpi(MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, far + 8, 1, MPI_DOUBLE, MPI_SUM, win), "MPI_Accumulate");
    check_mpi(MPI_Fetch_and_op(&one, &fetched, MPI_DOUBLE, 0, far + 16, MPI_SUM, win), "MPI_Fetch_and_op");
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, far - mine};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type), "MPI_Type_create_hindexed");
    check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
    check_mpi(MPI_Put(both, 2, MPI_DOUBLE, 0, mine + 24, 1, type, win), "MPI_Put");
    check_mpi(MPI_Win_flush(0, win), "MPI_Win_flush");
    check_mpi(MPI_Get(&got, 1, MPI_DOUBLE, 0, far, 1, MPI_DOUBLE, win), "MPI_Get");
    check_mpi(MPI_Win_flush(0, win), "MPI_Win_flush");
    check_mpi(MPI_Type_free(&type), "MPI_Type_free");
    everybody();
    expect("MPI_Fetch_and_op fetched", fetched, 5);
    expect("MPI_Get", got, value);
    for (int rank = 0; rank < comm_.size() && comm_.is_root(); ++rank) {
      const MPI_Aint first = 8 * slot * rank;
      const double right_far[] = {10.0 + rank, 6, 6, 21, 5}, right_near[] = {5, 5, 5, 20, 5};
      const char* names[] = {"MPI_Put", "MPI_Accumulate", "MPI_Fetch_and_op", "MPI_Put by MPI_Type_create_hindexed",
                             "the word behind"};
      for (int i = 0; i < 5; ++i) {
        expect(fmt::format("{}, at 4 GiB + {} B", names[i], first + 8 * i), *window_.at(four_gib + first + 8 * i),
               right_far[i]);
        expect(fmt::format("{}, at {} B", names[i], first + 8 * i), *window_.at(first + 8 * i), right_near[i]);
      }
    }
    everybody();
    return contracts::of_all_ranks(comm_, found_);
  }

 private:
  void everybody() {
    window_.sync();
    comm_.barrier();
    window_.sync();
  }
  void expect(const std::string& what, double seen, double right) {
    if (seen != right && found_.empty()) found_.push_back(fmt::format("{}: {} instead of {}", what, seen, right));
  }

  const Communicator& comm_;
  WindowFault fault_;
  FarWindow window_;
  Violations found_;
};

}  // namespace

std::vector<std::string> misplaced_operations(const CheckContext& context, std::size_t shift, WindowFault fault) {
  const Communicator& comm = context.runtime.world();
  Window window(comm, words * sizeof(Word),
                {.kind = WindowKind::create, .pad_to_page = false, .self_test = false, .shift = shift});
  const int target = (comm.rank() + 1) % comm.size();
  const int near = std::min(guards, static_cast<int>(shift / sizeof(Word)));  // guards before the segment
  Word* const memory = static_cast<Word*>(window.base()) - near;
  const int all = near + words + guards;
  std::vector<std::string> wrong;
  for (const Operation& operation : operations) {
    for (int i = 0; i < all; ++i) memory[i] = -i;
    memory[near + place] = before;
    window.sync();
    comm.barrier();
    Word fetched = -1;
    const MPI_Aint byte = place * sizeof(Word) - (fault == WindowFault::rounded ? shift % 16 : 0);
    check_mpi(operation.call(&sent, &before, &fetched, target, byte, window.handle()), operation.name);
    check_mpi(MPI_Win_flush(target, window.handle()), "MPI_Win_flush");
    window.sync();
    comm.barrier();
    window.sync();
    bool right = !operation.fetches || fetched == before;
    for (int i = 0; i < all; ++i) right = right && memory[i] == (i == near + place ? operation.after : -i);
    if (comm.min(right ? 1 : 0) == 0) wrong.push_back(operation.name);
  }
  return wrong;
}

Violations check_far(const CheckContext& context, WindowFault fault) {
  const Communicator& comm = context.runtime.world();
  // A transport that pins memory needs memory for all of it.
  const auto free_gib = static_cast<int>(sysconf(_SC_AVPHYS_PAGES) / ((1L << 30) / sysconf(_SC_PAGESIZE)));
  const AddressSpace limit = address_space();
  const bool enough = free_gib >= 6 && !(limit.limit > 0 && limit.left < (6LL << 30));
  if (comm.min(enough ? 1 : 0) == 0) throw AgreedUsageError("less than 6 GiB of memory are free for a window of 4 GiB");
  return FarTest(comm, fault).run();
}

}  // namespace fockproxy::check
