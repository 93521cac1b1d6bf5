#include "check/memory_test.hpp"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <thread>
#include <vector>

#include "check/watched.hpp"
#include "experiment/busy_target.hpp"
#include "parallel/agreement.hpp"
#include "record/distribution.hpp"
#include "record/text_table.hpp"
#include "support/clock.hpp"
#include "support/random.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr int target_rank = 0, first_origin = 1;
constexpr int large = 1 << 17;          // words: 1 MB
constexpr double busy_period = 10e-3;   // seconds for which the target computes or waits at a time
constexpr double periods_per_call = 4;  // after so many on average the target stays inside MPI, so that the test ends
constexpr int small_rounds = 9, few_small_rounds = 3, large_rounds = 2;
constexpr std::int64_t unset = 0;  // no right value is 0

// The word at this place of the window before the calls.
std::int64_t initial_value(std::size_t place) { return 7 + 3 * static_cast<std::int64_t>(place); }
// What an origin sends. Sums of all rounds are exact in a double.
std::int64_t sent_in(int origin, int round, int i) {
  return 1 + i + (std::int64_t{round} << 20) + (std::int64_t{origin} << 30);
}

// A window of displacement unit 1 that is locked by all, over words in the memory of the host or of a GPU. Collective
// construction and destruction. Throws AgreedUsageError on every rank if MPI refuses it.
class WordWindow {
 public:
  WordWindow(const Communicator& comm, const MemoryCase& the_case, std::size_t words)
      : memory_(make_words(the_case.window, the_case.kind == WindowKind::create ? words : 0)), base_(memory_.get()) {
    const auto bytes = static_cast<MPI_Aint>(words * sizeof(std::int64_t));
    const int code = the_case.kind == WindowKind::create
                         ? MPI_Win_create(base_, bytes, 1, MPI_INFO_NULL, comm.handle(), &win_)
                         : MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, comm.handle(), &base_, &win_);
    const std::string refusal = first_message(comm, code == MPI_SUCCESS ? "" : mpi_error_text(code));
    if (!refusal.empty()) throw AgreedUsageError("UNSUPPORTED: this MPI refuses the window: " + refusal);
    return_errors_of_window(win_);
    check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, win_), "MPI_Win_lock_all");
  }
  ~WordWindow() {
    if (win_ == MPI_WIN_NULL) return;
    MPI_Win_unlock_all(win_);
    MPI_Win_free(&win_);
  }
  WordWindow(const WordWindow&) = delete;
  WordWindow& operator=(const WordWindow&) = delete;

  MPI_Win handle() const { return win_; }
  std::int64_t* words() const { return static_cast<std::int64_t*>(base_); }
  void sync() const { check_mpi(MPI_Win_sync(win_), "MPI_Win_sync"); }

 private:
  PlacedWords memory_;  // empty if MPI allocates it
  void* base_;
  MPI_Win win_ = MPI_WIN_NULL;
};

class MemoryTest {
 public:
  MemoryTest(const CheckContext& context, const std::string& name, const MemoryCase& the_case)
      : comm_(context.runtime.world()),
        watchdog_(context.watchdog),
        locator_(context.watchdog, name),
        case_(the_case),
        small_rounds_(context.brief ? few_small_rounds : small_rounds),
        most_(is_atomic() ? 1 : large),
        gpu_(uses_gpu() ? make_device(comm_, {}) : nullptr),
        window_(comm_, the_case, words_of_window()),
        buffer_(make_words(the_case.origin, words_of_buffer())) {}

  RowResult run() {
    std::string times;
    const auto add = [&](const std::string& more) { times += (times.empty() ? "" : ", ") + more; };
    if (case_.target == TargetState::waiting) {
      for (const DeviceWaitEntry& way : device_wait_table()) {
        const DeviceOptions options{.device = uses_gpu() ? "cuda" : "emulated", .wait = way};
        const SyntheticWork work(comm_, WorkKind::device, options);
        add(fmt::format("{} {}", way.name, format_seconds(measure(work, 1))));
        if (!is_atomic()) measure(work, large);
      }
    } else {
      // Sleeping work is never done: an idle target is always inside MPI.
      const SyntheticWork work(comm_, case_.target == TargetState::idle ? WorkKind::sleep : WorkKind::busy);
      add(fmt::format("8 B in {}", format_seconds(measure(work, 1))));
      if (!is_atomic()) add(fmt::format("1 MB in {}", format_seconds(measure(work, large))));
    }
    if (gpu_) times += fmt::format(" on {}", gpu_->description());
    RowResult result = judged(found_);
    if (result.status == Status::pass) result.detail = comm_.broadcast(times, first_origin);
    return result;
  }

 private:
  bool is_atomic() const {
    return case_.call == MemoryCall::fetch_and_op || case_.call == MemoryCall::compare_and_swap;
  }
  bool uses_gpu() const { return case_.origin == MemoryPlace::device || case_.window == MemoryPlace::device; }
  bool is_target() const { return comm_.rank() == target_rank; }
  // Each origin has a slot of the target's window: the words that it reaches, and one that it must not reach.
  std::size_t slot(int origin) const { return static_cast<std::size_t>(origin - first_origin) * (most_ + 1); }
  std::size_t words_of_window() const { return slot(comm_.size()); }
  // The words of a transfer and one that it must not reach; or the word that is sent, the one that comes back, and the
  // one that MPI_Compare_and_swap compares with.
  std::size_t words_of_buffer() const { return is_atomic() ? 3 : most_ + 1; }

  // The word with this value. Accumulates add doubles, as in a Fock build.
  std::int64_t word(std::int64_t value) const {
    return case_.call == MemoryCall::accumulate ? std::bit_cast<std::int64_t>(static_cast<double>(value)) : value;
  }
  std::string shown(std::int64_t word) const {
    return case_.call == MemoryCall::accumulate ? fmt::format("{}", std::bit_cast<double>(word)) : std::to_string(word);
  }
  void expect(const char* what, std::size_t place, std::int64_t seen, std::int64_t right) {
    if (seen != right && own_.empty())
      own_.push_back(fmt::format("{} {} is {} instead of {}", what, place, shown(seen), shown(right)));
  }

  // Calls with `n` words. Returns the median time of this rank's calls, 0 on the target. Collective.
  double measure(const SyntheticWork& work, int n) {
    const int rounds = n == 1 ? small_rounds_ : large_rounds;
    const double period = case_.target == TargetState::idle ? 0 : busy_period;
    own_.clear();
    seconds_.clear();
    std::vector<std::int64_t> initial_words(words_of_window());
    for (std::size_t i = 0; i < initial_words.size(); ++i) initial_words[i] = word(initial_value(i));
    store_words(case_.window, window_.words(), initial_words);
    meet();
    NoProgress none;
    const BusyTarget target(comm_, target_rank, comm_.size() - 1, work, none);
    if (is_target()) {
      const double end = period > 0 ? now() + periods_per_call * rounds * period : 0;
      locator_.in("the target's turn", [&] { target.compute_until_released(period, end); });
    } else {
      locator_.in("operations", [&] { operate(rounds, n, period); });
      target.release();
    }
    meet();
    const std::string refusal = first_message(comm_, refusal_);
    if (!refusal.empty()) throw AgreedUsageError("UNSUPPORTED: this MPI refuses the call: " + refusal);
    if (is_target()) check_window(rounds, n);
    contracts::append(found_, contracts::of_all_ranks(comm_, own_));
    return distribution_of(seconds_).median;
  }

  // All calls are complete, and loads and RMA see the same.
  void meet() {
    window_.sync();
    comm_.barrier();
    window_.sync();
    watchdog_.beat();
  }

  void operate(int rounds, int n, double period) {
    for (int round = 0; round < rounds && refusal_.empty(); ++round) {
      store_words(case_.origin, buffer_.get(), prepared(round, n));
      const bool is_faulty = comm_.rank() == first_origin && round == rounds - 1;
      std::this_thread::sleep_for(std::chrono::duration<double>(period * unit_interval(hash64(++draws_))));
      const double start = now();
      try {
        if (!is_faulty || case_.fault != MemoryFault::lost) call(n, is_faulty && case_.fault == MemoryFault::misplaced);
      } catch (const ComputationError& error) {
        refusal_ = error.what();  // the target waits for release()
        return;
      }
      seconds_.push_back(now() - start);
      watchdog_.beat();
      check_buffer(round, n);
    }
  }

  // The buffer before a call.
  std::vector<std::int64_t> prepared(int round, int n) const {
    std::vector<std::int64_t> words(words_of_buffer(), unset);
    const std::int64_t before = initial_value(slot(comm_.rank())) + round;  // the word of an atomic
    switch (case_.call) {
      case MemoryCall::get: break;
      case MemoryCall::fetch_and_op: words[0] = 1; break;
      case MemoryCall::compare_and_swap:
        words[0] = before + 1;
        words[2] = before;
        break;
      default:
        for (int i = 0; i < n; ++i) words[i] = word(sent_in(comm_.rank(), round, i));
    }
    return words;
  }

  // One call, complete at the target.
  void call(int n, bool misplaced) {
    check_mpi(start_call(n, slot(comm_.rank()) + (misplaced ? 1 : 0)), to_string(case_.call));
    check_mpi(MPI_Win_flush(target_rank, window_.handle()), "MPI_Win_flush");
  }

  // Returns the error code of MPI.
  int start_call(int n, std::size_t place) {
    std::int64_t* const words = buffer_.get();
    const auto at = static_cast<MPI_Aint>(place * sizeof(std::int64_t));
    const MPI_Win win = window_.handle();
    const MPI_Datatype type = case_.call == MemoryCall::accumulate ? MPI_DOUBLE : MPI_INT64_T;
    switch (case_.call) {
      case MemoryCall::put: return MPI_Put(words, n, type, target_rank, at, n, type, win);
      case MemoryCall::get: return MPI_Get(words, n, type, target_rank, at, n, type, win);
      case MemoryCall::accumulate: return MPI_Accumulate(words, n, type, target_rank, at, n, type, MPI_SUM, win);
      case MemoryCall::fetch_and_op: return MPI_Fetch_and_op(words, words + 1, type, target_rank, at, MPI_SUM, win);
      case MemoryCall::compare_and_swap: break;
    }
    // Of 4 bytes, because swaps of 8 bytes crash in some libraries for another reason (known_faults.hpp). The lower
    // half of a word comes first on each platform of MPI, and the upper half is 0.
    return MPI_Compare_and_swap(words, words + 2, words + 1, MPI_INT32_T, target_rank, at, win);
  }

  // What a call has brought to its origin.
  void check_buffer(int round, int n) {
    if (case_.call == MemoryCall::put || case_.call == MemoryCall::accumulate) return;
    const std::size_t first = slot(comm_.rank());
    const std::vector<std::int64_t> words = load_words(case_.origin, buffer_.get(), words_of_buffer());
    if (is_atomic()) return expect("the value before update", round, words[1], initial_value(first) + round);
    for (int i = 0; i < n; ++i) expect("fetched word", i, words[i], initial_value(first + i));
    expect("the word behind those fetched,", n, words[n], unset);
  }

  // The words that the calls have left at the target.
  void check_window(int rounds, int n) {
    const std::vector<std::int64_t> words = load_words(case_.window, window_.words(), words_of_window());
    for (int origin = first_origin; origin < comm_.size(); ++origin)
      for (int i = 0; i <= most_; ++i)
        expect("at the target, word", slot(origin) + i, words[slot(origin) + i], word(left(origin, rounds, n, i)));
  }
  std::int64_t left(int origin, int rounds, int n, int i) const {
    std::int64_t value = initial_value(slot(origin) + i);
    if (i >= n || case_.call == MemoryCall::get) return value;
    if (is_atomic()) return value + rounds;
    if (case_.call == MemoryCall::put) return sent_in(origin, rounds - 1, i);
    for (int round = 0; round < rounds; ++round) value += sent_in(origin, round, i);
    return value;
  }

  const Communicator& comm_;
  Watchdog& watchdog_;
  CallLocator locator_;
  MemoryCase case_;
  int small_rounds_;
  int most_;                     // words of a transfer
  std::unique_ptr<Device> gpu_;  // before the memories: it makes their context current
  WordWindow window_;
  PlacedWords buffer_;
  std::vector<double> seconds_;
  std::uint64_t draws_ = 0;
  std::string refusal_;
  Violations own_, found_;
};

}  // namespace

const char* to_string(MemoryCall call) {
  switch (call) {
    case MemoryCall::put: return "MPI_Put";
    case MemoryCall::get: return "MPI_Get";
    case MemoryCall::accumulate: return "MPI_Accumulate";
    case MemoryCall::fetch_and_op: return "MPI_Fetch_and_op";
    case MemoryCall::compare_and_swap: return "MPI_Compare_and_swap";
  }
  return "";
}

std::string_view name_of(MemoryCall call) {
  constexpr std::array names = {"put", "get", "accumulate", "fetch-and-op", "compare-and-swap"};
  return names[static_cast<std::size_t>(call)];
}

std::string_view name_of(TargetState target) {
  constexpr std::array names = {"idle", "computing", "waiting"};
  return names[static_cast<std::size_t>(target)];
}

RowResult check_memory(const CheckContext& context, const std::string& name, const MemoryCase& the_case) {
  return MemoryTest(context, name, the_case).run();
}

}  // namespace fockproxy::check
