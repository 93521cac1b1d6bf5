// MPI windows of every kind the experiment compares, self-tested before use.
#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/ghost_segments.hpp"
#include "parallel/named_value.hpp"
#include "support/error.hpp"

namespace fockproxy {

// allocate: MPI_Win_allocate (may be shared memory, needing no progress of the target on one node);
// create: MPI_Win_create over our own memory; allocate_noshm: MPI_Win_allocate with info alloc_shm=false (MPICH);
// ghost: memory that the ranks of a node share, all of it exposed by MPI_Win_create on the ghosts of that node
// (ghost_segments.hpp), so that whoever is aimed at, a ghost is the target.
// What a window really is, is decided by behaviour, never by echoed info (MPI-4.0 section 12.2).
enum class WindowKind { allocate, create, allocate_noshm, ghost };
inline constexpr WindowKind window_kinds[] = {WindowKind::allocate, WindowKind::create, WindowKind::allocate_noshm,
                                              WindowKind::ghost};
inline constexpr std::string_view window_kind_names[] = {"allocate", "create", "allocate-noshm", "ghost"};
std::optional<WindowKind> parse_window_kind(std::string_view name);
std::string_view to_string(WindowKind kind);

struct WindowOptions {
  WindowKind kind = WindowKind::allocate;
  bool lock_all = true;               // open a passive-target epoch to all ranks for the window's lifetime
  bool pad_to_page = true;            // the cure for MPICH 4.0.0-4.0.2, which miss segments off multiples of 16 bytes
  bool self_test = true;              // false only in tests that show the fault
  std::size_t shift = 0;              // WindowKind::create: bytes from a page to the segment; not 0 in tests alone
  std::vector<NamedValue> info = {};  // further info keys (MPI-4.0 section 12.2.1), the same on every rank
};

// The error of an MPI that refuses windows of a kind, with the present settings and transport. Window throws it on all
// ranks.
class WindowRefused : public AgreedUsageError {
 public:
  WindowRefused(WindowKind kind, const std::string& reason);  // MPI's own
  WindowKind kind;
  std::string refusal;  // what() without its advice, which was not tried
};

// Collective. What the error line says of a refusal.
using RefusalWords = std::function<std::string(const Communicator&, const WindowRefused&)>;

// Local; before the Runtime that it is for. Runtime asks for these words where the windows of Global Arrays are
// refused, while MPI still runs; without them WindowRefused's own stand.
void set_words_for_global_arrays(RefusalWords words);
const RefusalWords& words_for_global_arrays();  // local

// RAII window with displacement unit 1. Collective construction and destruction. Its errors are returned;
// creation is agreed on by all ranks: throws UsageError on every rank when this MPI refuses the kind, and
// ComputationError when the self-test reads other bytes than were written. Memory starts zeroed.
// `comm` must outlive the window. Not thread-safe.
class Window {
 public:
  Window(const Communicator& comm, std::size_t local_bytes, const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  MPI_Win handle() const { return win_; }  // local

  // Byte `byte` of rank `rank`'s segment in the eyes of MPI: every operation, lock and flush aims there. Local.
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

  // This rank's segment. Local. Bracket loads and stores with sync() as MPI-4.0 section 12.7 asks in the unified model.
  void* base() const { return base_; }
  std::size_t local_bytes() const { return local_bytes_; }  // local; as asked for, without padding
  // Local. Between a barrier after everybody's flush and this rank's loads and stores, and again after the stores.
  void sync() const;
  // Local. Completes this rank's operations at every target, one after the other. MPI_Win_flush_all does not do: MPICH
  // 4.0.2 over UCX returns from it, as from MPI_Win_flush_local_all and MPI_Win_unlock_all, before gets have arrived
  // and puts have read their buffers, from three ranks on (`check` tests it: flush-all).
  void flush_all() const;
  const Communicator& comm() const { return comm_; }  // local

  // Collective, inside no other use of the window: put -> load, put -> get and store -> get between neighbouring ranks
  // and with oneself, over the whole of small segments and samples of large ones. What was found, the same text on
  // every rank; empty when all is well. Overwrites, then restores zeros.
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
  std::vector<ExposedSegment> exposed_;                // by rank; empty where each rank exposes its own
};

}  // namespace fockproxy
