// Info keys of MPI windows (MPI-4.0 section 12.2.1): which are requested, which are true for a window, and which MPI
// keeps.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/named_value.hpp"
#include "support/error.hpp"

namespace fockproxy {

// The accumulate calls of the program on a window (MPI-4.0 section 12.3.4), as far as an info key may make a promise
// about them. Each element has at most eight bytes. The order of the calls of a rank to a location never matters.
struct Accumulates {
  // All operators, as MPICH's key which_accumulate_ops names them: "sum,replace". cswap: MPI_Compare_and_swap. Empty:
  // the window has no accumulates.
  std::string_view operators;
  std::string_view mixed = "";  // why two operators may be concurrent at an address; empty: they never are
  bool blocks = false;          // a call may have many elements or a derived datatype; else it has one element
};

// A key that was requested, and what MPI returned for it.
struct KeptKey {
  std::string name, asked;
  // MPI_Win_get_info on this rank for each window that was made, without repetitions. Not set: it did not return the
  // key.
  std::vector<std::optional<std::string>> returned = {};

  // "kept": each window returned the value. "changed": none did, and one returned another. "not kept": none returned
  // the key. "kept by some": the windows differ. "no window": none was made.
  std::string_view verdict() const;
};

// A set of info keys for windows, and the record of what MPI kept. Copies share the record: the set is copied with the
// choice of a window, and each copy returns the same record. All members are local and not thread-safe.
class WindowInfo {
 public:
  WindowInfo() = default;  // no keys
  explicit WindowInfo(const std::vector<NamedValue>& keys);

  // The set that a word describes: "none", or KEY=VALUE pairs joined by "+", as in
  // "accumulate_ops=same_op+same_disp_unit=true". Throws UsageError for other words, for values that the MPI standard
  // does not know, and for keys that are false of every window of this program or belong to --window.
  static WindowInfo parse(std::string_view word);
  // The sets of a list of words that was split at its commas. A piece that neither is "none" nor begins with KEY=
  // continues the value before it: "accumulate_ordering=rar", "raw" is one word.
  static std::vector<WindowInfo> parse_list(const std::vector<std::string>& pieces);

  std::string word() const;  // what parse() reads
  bool empty() const { return keys_.empty(); }
  const std::vector<NamedValue>& keys() const { return keys_; }
  bool has(std::string_view key, std::string_view value) const;

  WindowInfo with_own_record() const { return WindowInfo(keys_); }
  void note(MPI_Win win) const;       // records what MPI returns for a new window
  std::vector<KeptKey> kept() const;  // in the order of the keys

 private:
  std::vector<NamedValue> keys_;
  std::shared_ptr<std::vector<KeptKey>> record_;  // null without keys
};

// Why a promise of the keys would be false for a window; empty if all promises are true or if there is none. A key that
// neither the MPI standard nor this program knows counts as true. If `accumulates` is not set, each promise about
// accumulates counts as false. one_size: all segments can have the same size. Local.
std::string false_promise(const WindowInfo& info, const std::optional<Accumulates>& accumulates, bool one_size);

// The error for a false promise. Window throws it on all ranks, before it creates anything.
class FalsePromise : public AgreedUsageError {
 public:
  using AgreedUsageError::AgreedUsageError;
};

// The pairs that MPI_Win_get_info returns. Local.
std::vector<NamedValue> info_of(MPI_Win win);

}  // namespace fockproxy
