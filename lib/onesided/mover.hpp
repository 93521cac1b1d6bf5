// The one-sided operations of every library beneath, as one small interface.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "onesided/footprint.hpp"
#include "onesided/pattern.hpp"
#include "parallel/runtime.hpp"
#include "parallel/window.hpp"
#include "support/choice.hpp"

namespace fockproxy::onesided {

// What an operation does to the words at the target; the last two also return what was there.
enum class Effect { fetch, store, add, fetch_add, swap };
inline bool returns_words(Effect effect) { return effect != Effect::store && effect != Effect::add; }
inline bool sends_words(Effect effect) { return effect != Effect::fetch; }

// How far the origin waits after an operation.
enum class Completion {
  flush,        // complete at the target: MPI_Win_flush in an epoch of MPI_Win_lock_all; ARMCI_Fence
  flush_local,  // the buffer is ours again: MPI_Win_flush_local, MPI_Wait of a request; what a blocking call of ARMCI
                // is
  epoch         // MPI_Win_lock, the operation, MPI_Win_unlock: what ARMCI-MPI had to do on MPI-2
};
inline constexpr std::string_view completion_names[] = {"flush", "flush-local", "epoch"};
inline std::string_view to_string(Completion completion) { return completion_names[static_cast<int>(completion)]; }

// One transfer. Buffers are as long as footprint.buffer_words(), those that the effect does not use are null.
struct Transfer {
  int target;         // rank in the world
  std::size_t first;  // word of the target's segment where the footprint begins
  const Footprint* footprint;
  const Word* sent;
  Word* fetched;
  const Word* compared;  // swap: what must be there
};

// One operation on the segments of all ranks. Collective construction and destruction over the world; all else is
// local. Not thread-safe.
class Mover {
 public:
  virtual ~Mover() = default;

  virtual std::span<Word> own() = 0;  // this rank's segment
  // Around loads and stores of own(), which no transfer may meet.
  virtual void begin_access() = 0;
  virtual void end_access() = 0;

  virtual void open_epoch(int target) = 0;  // Completion::epoch only; complete() closes it
  // Starts one call of the library. The buffers belong to it until complete().
  virtual void issue(const Transfer& transfer) = 0;
  virtual void complete(int target) = 0;  // everything issued to the target, as far as the mover was made for
  virtual void finish() = 0;              // everything, at every target; outside epochs
};

struct MoverContext {
  const Runtime& runtime;
  WindowKind window;  // of those that use one
  Completion completion;
  std::size_t words;      // of every rank's segment
  std::size_t row_words;  // of a row of Global Arrays' matrix: the stride of the footprint, or all
};

// One line of the table of operations.
struct OperationEntry {
  std::string_view name;
  std::string_view summary;
  Effect effect;
  Element element = Element::real;
  bool single = false;      // moves one word a call
  bool has_windows = true;  // are there window kinds to choose from?
  bool requests = false;    // returns an MPI_Request
  bool shapes = true;       // one call can take segments that are not strided
  bool global_arrays = false;
  bool has_epochs = true;  // knows Completion::epoch
  bool narrow = false;     // sends what fits an int: the increments of ARMCI and Global Arrays
  // Collective. Throws UsageError where the MPI refuses. Empty: this build lacks it.
  std::function<std::unique_ptr<Mover>(const MoverContext&)> make;
  std::string_view unsupported = "";  // why, where it is empty
};

std::span<const OperationEntry> operation_table();
const OperationEntry& look_up(Type<OperationEntry>,
                              std::string_view name);  // throws UsageError listing the known names

// The lines of one library each.
std::vector<OperationEntry> window_operations();
std::vector<OperationEntry> shared_memory_operations();
std::vector<OperationEntry> global_arrays_operations();

}  // namespace fockproxy::onesided
