// MPI windows of every kind that the experiments compare. Each window is tested before use.
#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/ghost_segments.hpp"
#include "parallel/window_info.hpp"
#include "support/error.hpp"

namespace fockproxy {

// allocate: MPI_Win_allocate. It may use shared memory, and then needs no progress of the target on one node.
// create: MPI_Win_create over memory of fockproxy.
// allocate_noshm: MPI_Win_allocate with info alloc_shm=false (MPICH).
// ghost: memory that the ranks of a node share. The ghosts of the node expose all of it with MPI_Win_create
// (ghost_segments.hpp), so a ghost is the target of each operation.
// Measurements decide the real nature of a window, not the info that MPI returns (MPI-4.0 section 12.2).
enum class WindowKind { allocate, create, allocate_noshm, ghost };
inline constexpr WindowKind window_kinds[] = {WindowKind::allocate, WindowKind::create, WindowKind::allocate_noshm,
                                              WindowKind::ghost};
inline constexpr std::string_view window_kind_names[] = {"allocate", "create", "allocate-noshm", "ghost"};
std::optional<WindowKind> parse_window_kind(std::string_view name);
std::string_view to_string(WindowKind kind);

// How a window is made: its kind (--window), and info keys in addition to those of the kind (--window-info). A kind
// alone is a choice without keys.
struct WindowChoice {
  WindowChoice(WindowKind its_kind = WindowKind::allocate, WindowInfo its_info = {})
      : kind(its_kind), info(std::move(its_info)) {}
  bool is(WindowKind one) const { return kind == one; }

  WindowKind kind;
  WindowInfo info;  // the same keys on every rank
};
std::string describe(const WindowChoice& choice);  // "create", "create with same_disp_unit=true"

struct WindowOptions {
  WindowChoice kind = WindowKind::allocate;
  bool lock_all = true;     // open a passive-target epoch to all ranks for the window's lifetime
  bool pad_to_page = true;  // the cure for MPICH 4.0.0-4.0.2, which miss segments off multiples of 16 bytes
  bool self_test = true;    // false only in tests that show the fault
  std::size_t shift = 0;    // WindowKind::create: bytes from the start of a page to the segment; not 0 only in tests
  // The accumulates to this window. If not set, they are unknown, and no info key may make a promise about them.
  std::optional<Accumulates> accumulates = {};
};

// The error if MPI refuses windows of a kind with the present settings and transport. Window throws it on all ranks.
class WindowRefused : public AgreedUsageError {
 public:
  WindowRefused(const WindowChoice& choice, const std::string& reason);  // the reason that MPI gives
  WindowKind kind;
  bool with_info;
  std::string refusal;  // what() without its advice, which has not been tried
};

// Collective. Returns the words of the error line for a refusal.
using RefusalWords = std::function<std::string(const Communicator&, const WindowRefused&)>;

// Local; call it before the Runtime is made. Runtime uses these words if MPI refuses the windows of Global Arrays,
// while MPI still runs. If they are not set, it uses those of WindowRefused.
void set_words_for_global_arrays(RefusalWords words);
const RefusalWords& words_for_global_arrays();  // local

// A window with displacement unit 1. Collective construction and destruction. Its operations return errors. All ranks
// agree on the creation: it throws UsageError on every rank if this MPI refuses the kind or an info key would make a
// false promise, and ComputationError if the self-test reads bytes other than those written. The memory starts with
// zeros. `comm` must outlive the window. Not thread-safe.
//
// The promises of info keys are true: all segments have displacement unit 1 (same_disp_unit), and with same_size=true
// each segment is as large as the largest. What MPI keeps of the keys is noted in the record of the choice.
class Window {
 public:
  Window(const Communicator& comm, std::size_t local_bytes, const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  MPI_Win handle() const { return win_; }  // local

  // The target and displacement that MPI uses for byte `byte` of the segment of rank `rank`. Every operation, lock and
  // flush must use it. Local.
  struct Place {
    int rank;
    MPI_Aint byte;
  };
  Place at(int rank, MPI_Aint byte = 0) const {
    assert(0 <= rank && rank < comm_.size() && byte >= 0);
    if (exposed_.empty()) return {rank, byte};
    const ExposedSegment& segment = exposed_[static_cast<std::size_t>(rank)];
    return {segment.ghost, segment.first + byte};
  }

  // This rank's segment. Local. Call sync() before and after loads and stores, as MPI-4.0 section 12.7 requires in the
  // unified model.
  void* base() const { return base_; }
  std::size_t local_bytes() const { return local_bytes_; }  // local; as requested, without padding
  // Local. Call it between a barrier after the flush of every rank and the loads and stores of this rank, and again
  // after the stores.
  void sync() const;
  // Local. Completes this rank's operations at every target, one target after the other. MPI_Win_flush_all is not
  // sufficient. In MPICH 4.0.2 over UCX, from three ranks on, it returns before gets have arrived and before puts have
  // read their buffers. MPI_Win_flush_local_all and MPI_Win_unlock_all do the same (`check` tests it: flush-all).
  void flush_all() const;
  const Communicator& comm() const { return comm_; }  // local

  // Collective; no rank may use the window otherwise. Tests put -> load, put -> get and store -> get between
  // neighbouring ranks and of a rank with itself, over small segments as a whole and samples of large ones. Returns the
  // fault, the same text on every rank; empty if there is none. Overwrites the segments and then restores zeros.
  std::string self_test();

 private:
  void create();
  void free();
  void zero_own_memory();

  const Communicator& comm_;
  WindowOptions options_;
  std::size_t local_bytes_;
  MPI_Win win_ = MPI_WIN_NULL;
  void* base_ = nullptr;
  std::unique_ptr<void, void (*)(void*)> own_memory_;  // WindowKind::create
  std::unique_ptr<GhostSegments> segments_;            // WindowKind::ghost
  std::vector<ExposedSegment> exposed_;                // by rank; empty if each rank exposes its own segment
};

}  // namespace fockproxy
