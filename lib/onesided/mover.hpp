// The interface of Movers, through which all one-sided operations of MPI, Global Arrays and ARMCI are measured.
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

// What an operation does to the words at the target. update combines them with the words that are sent. fetch_update
// and swap also return the words from before.
enum class Effect { fetch, store, update, fetch_update, swap };
inline bool returns_words(Effect effect) { return effect != Effect::store && effect != Effect::update; }
inline bool sends_words(Effect effect) { return effect != Effect::fetch; }

// What the origin waits for after an operation.
enum class Completion {
  flush,        // complete at the target: MPI_Win_flush in an epoch of MPI_Win_lock_all; ARMCI_Fence
  flush_local,  // the origin may reuse its buffer: MPI_Win_flush_local, MPI_Wait of a request, a blocking call of ARMCI
  epoch         // MPI_Win_lock, the operation, MPI_Win_unlock: what ARMCI-MPI had to do on MPI-2
};
inline constexpr std::string_view completion_names[] = {"flush", "flush-local", "epoch"};
inline std::string_view to_string(Completion completion) { return completion_names[static_cast<int>(completion)]; }

// One transfer. Each buffer has footprint.buffer_words() words. Buffers that the effect does not use are null.
struct Transfer {
  int target;         // rank in the world
  std::size_t first;  // word of the target's segment where the footprint begins
  const Footprint* footprint;
  const Word* sent;
  Word* fetched;
  const Word* compared;  // swap: the words that the target must have
};

// One operation on the segments of all ranks. Construction and destruction are collective over the world, and all other
// members are local. Not thread-safe.
class Mover {
 public:
  virtual ~Mover() = default;

  virtual std::span<Word> own() = 0;  // this rank's segment
  // Enclose loads and stores of own(). During them no rank may transfer data to or from this segment.
  virtual void begin_access() = 0;
  virtual void end_access() = 0;

  virtual void open_epoch(int target) = 0;  // Completion::epoch only; complete() closes it
  // Calls the operation of the library. The caller must not access the buffers before complete().
  virtual void issue(const Transfer& transfer) = 0;
  virtual void complete(int target) = 0;  // all operations issued to the target, as MoverContext::completion says
  virtual void finish() = 0;              // all operations, at every target; outside epochs
};

struct MoverContext {
  const Runtime& runtime;
  WindowChoice window;  // unused by operations without windows
  Completion completion;
  std::size_t words;      // of every rank's segment
  std::size_t row_words;  // of a row of the matrix in Global Arrays: the stride of the footprint, or all words
  Element element;
  Combination combination;
};

// One line of the table of operations.
struct OperationEntry {
  std::string_view name;
  std::string_view summary;
  Effect effect;
  Element element = Element::real;
  bool typed = false;       // moves elements of any of the datatypes
  bool combines = false;    // takes an MPI_Op; other updates are sums
  bool single = false;      // moves one element per call
  bool has_windows = true;  // are there window kinds to choose from?
  bool requests = false;    // returns an MPI_Request
  bool shapes = true;       // one call can take segments that are not strided
  bool global_arrays = false;
  bool has_epochs = true;  // knows Completion::epoch
  bool narrow = false;     // sends only values that fit an int: the increments of ARMCI and Global Arrays
  // Collective. Throws UsageError if the MPI refuses. Empty: this build lacks the operation.
  std::function<std::unique_ptr<Mover>(const MoverContext&)> make;
  std::string_view unsupported = "";  // why `make` is empty
};

std::span<const OperationEntry> operation_table();
const OperationEntry& look_up(Type<OperationEntry>,
                              std::string_view name);  // throws UsageError listing the known names

// The lines of the table by library.
std::vector<OperationEntry> window_operations();
std::vector<OperationEntry> shared_memory_operations();
std::vector<OperationEntry> global_arrays_operations();

}  // namespace fockproxy::onesided
