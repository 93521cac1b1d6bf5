#include "check/accumulate_test.hpp"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

#include "check/one_sided.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;

constexpr int put_rounds = 20, few_put_rounds = 2;

template <class T>
class BesidePut {
 public:
  BesidePut(const CheckContext& context, WindowKind kind, AccumulateFault fault)
      : comm_(context.runtime.world()),
        rounds_(context.brief ? few_put_rounds : put_rounds),
        fault_(fault),
        window_(comm_, 2 * pairs * sizeof(T), {.kind = kind}) {}

  Violations run() {
    const VectorType sums(pairs, 1, 2, type());
    const std::vector<T> ones(pairs, 1);
    complete_everywhere(window_);
    for (int round = 0; round < rounds_; ++round)
      for (int step = 0; step < comm_.size(); ++step) {
        const Window::Place at = window_.at((comm_.rank() + step) % comm_.size());
        if (fault_ == AccumulateFault::none || !comm_.is_root() || round > 0)
          check_mpi(
              MPI_Accumulate(ones.data(), pairs, type(), at.rank, at.byte, 1, sums.get(), MPI_SUM, window_.handle()),
              "MPI_Accumulate");
        put_own(at, round);
      }
    complete_everywhere(window_);
    std::vector<T> seen(2 * pairs);
    std::memcpy(seen.data(), window_.base(), seen.size() * sizeof(T));
    for (int word = 0; word < 2 * pairs; ++word)
      expect(seen[word], word % 2 == 0 ? rounds_ * comm_.size() : word_put(word, rounds_ - 1),
             word % 2 == 0 ? "sum" : "put", word);
    complete_everywhere(window_);
    return contracts::of_all_ranks(comm_, found_);
  }

 private:
  static constexpr int pairs = 64;
  static MPI_Datatype type() { return std::is_same_v<T, std::int32_t> ? MPI_INT32_T : MPI_INT64_T; }
  static T word_put(int word, int round) { return static_cast<T>(1000000 + 1000 * word + round); }

  // Puts the words that only this rank writes and fetches each at once, while the others add to the words beside them.
  void put_own(const Window::Place& at, int round) {
    std::vector<T> sent(2 * pairs), seen(2 * pairs, -1);
    const auto own = [&](auto call) {
      for (int pair = comm_.rank() % pairs; pair < pairs && comm_.rank() < pairs; pair += comm_.size())
        call(2 * pair + 1, at.byte + static_cast<MPI_Aint>((2 * pair + 1) * sizeof(T)));
    };
    own([&](int word, MPI_Aint byte) {
      sent[word] = word_put(word, round);
      check_mpi(MPI_Put(&sent[word], 1, type(), at.rank, byte, 1, type(), window_.handle()), "MPI_Put");
    });
    check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
    own([&](int word, MPI_Aint byte) {
      check_mpi(MPI_Get(&seen[word], 1, type(), at.rank, byte, 1, type(), window_.handle()), "MPI_Get");
    });
    check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
    own([&](int word, MPI_Aint) { expect(seen[word], sent[word], "put, then get", word); });
  }

  void expect(T seen, std::int64_t right, const char* what, int word) {
    if (seen != right && found_.empty())
      found_.push_back(fmt::format("{}: word {} of {} bytes is {} instead of {}", what, word, sizeof(T), seen, right));
  }

  const Communicator& comm_;
  int rounds_;
  AccumulateFault fault_;
  Window window_;
  Violations found_;
};

// One slot for the values of the left neighbour, one for the rank's own.
class PutByAccumulate {
 public:
  PutByAccumulate(const CheckContext& context, WindowKind kind, AccumulateFault fault)
      : comm_(context.runtime.world()), fault_(fault), window_(comm_, 2 * slot, {.kind = kind}) {}

  Violations run() {
    int round = 0;
    for (const bool bytes : {true, false})
      for (const auto& [count, length, stride] : {std::tuple{1, 101, 101}, std::tuple{12, 5, 9}, std::tuple{101, 1, 1}})
        move(VectorType(count, length, stride, bytes ? MPI_BYTE : MPI_DOUBLE), bytes ? 1 : sizeof(double), round++);
    return contracts::of_all_ranks(comm_, found_);
  }

 private:
  static constexpr std::size_t slot = 1024;

  unsigned char value(int origin, int round, std::size_t byte) const {
    return static_cast<unsigned char>(1 + (31 * origin + 17 * round + 7 * byte + byte / 251) % 255);
  }

  void move(const VectorType& type, std::size_t width, int round) {
    const std::size_t n = type.extent() * width, first = width == 1 ? 3 : 8;
    std::memset(window_.base(), 0, window_.local_bytes());
    complete_everywhere(window_);
    for (int own = 0; own < 2; ++own) {
      const Window::Place at =
          window_.at((comm_.rank() + 1 - own) % comm_.size(), static_cast<MPI_Aint>(own * slot + first));
      std::vector<unsigned char> sent(n), fetched(n), got(n);
      for (std::size_t i = 0; i < n; ++i) sent[i] = value(comm_.rank(), round, i);
      if (fault_ == AccumulateFault::none || !comm_.is_root())
        check_mpi(
            MPI_Accumulate(sent.data(), 1, type.get(), at.rank, at.byte, 1, type.get(), MPI_REPLACE, window_.handle()),
            "MPI_Accumulate");
      check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
      check_mpi(MPI_Get_accumulate(nullptr, 0, MPI_BYTE, fetched.data(), 1, type.get(), at.rank, at.byte, 1, type.get(),
                                   MPI_NO_OP, window_.handle()),
                "MPI_Get_accumulate");
      check_mpi(MPI_Get(got.data(), 1, type.get(), at.rank, at.byte, 1, type.get(), window_.handle()), "MPI_Get");
      check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
      compare("MPI_NO_OP after MPI_REPLACE", fetched.data(), type, width, comm_.rank(), round);
      compare("MPI_Get after MPI_REPLACE", got.data(), type, width, comm_.rank(), round);
    }
    complete_everywhere(window_);
    const int left = (comm_.rank() + comm_.size() - 1) % comm_.size();
    const auto* base = static_cast<const unsigned char*>(window_.base()) + first;
    compare("load after MPI_REPLACE", base, type, width, left, round);
    compare("load after MPI_REPLACE", base + slot, type, width, comm_.rank(), round);
    complete_everywhere(window_);
  }

  void compare(const char* what, const unsigned char* seen, const VectorType& type, std::size_t width, int origin,
               int round) {
    for (std::size_t i = 0; i < type.extent() * width && found_.empty(); ++i) {
      const unsigned char right = type.holds(static_cast<int>(i / width)) ? value(origin, round, i) : 0;
      if (seen[i] != right)
        found_.push_back(fmt::format("{}, {} by {} of {} elements of {} B: byte {} is {:#04x} and not {:#04x}", what,
                                     type.elements() == type.extent() ? "contiguous" : "MPI_Type_vector",
                                     type.elements(), type.extent(), width, i, seen[i], right));
    }
  }

  const Communicator& comm_;
  AccumulateFault fault_;
  Window window_;
  Violations found_;
};

// Each rank adds to its right neighbour and to itself, so two ranks add to every element.
class LargeAccumulates {
 public:
  LargeAccumulates(const CheckContext& context, WindowKind kind, AccumulateFault fault)
      : comm_(context.runtime.world()),
        watchdog_(context.watchdog),
        brief_(context.brief),
        fault_(fault),
        window_(comm_, (most() + most() / 1000 + 1) * sizeof(double), {.kind = kind}) {}

  Violations run() {
    for (const int doubles : {9217, 1 << 17, 1 << 20}) {
      if (doubles > most()) continue;
      add(doubles, VectorType(1, doubles, doubles, MPI_DOUBLE));
      add(doubles, VectorType(doubles / 1000, 1000, 1001, MPI_DOUBLE));
      watchdog_.beat();
    }
    return contracts::of_all_ranks(comm_, found_);
  }

 private:
  int most() const { return brief_ ? 1 << 17 : 1 << 20; }
  static double value(int origin, int place) { return 1 + (31 * origin + 7 * static_cast<double>(place)); }

  void add(int doubles, const VectorType& type) {
    const int extent = type.extent(), right = (comm_.rank() + 1) % comm_.size();
    std::memset(window_.base(), 0, window_.local_bytes());
    complete_everywhere(window_);
    std::vector<double> sent(type.elements());
    for (int k = 0; k < type.elements(); ++k) sent[k] = value(comm_.rank(), type.place(k));
    for (const int target : {right, comm_.rank()}) {
      if (fault_ == AccumulateFault::lost && comm_.is_root() && target == right) continue;
      const Window::Place at = window_.at(target);
      const bool plain = type.elements() == extent;
      check_mpi(MPI_Accumulate(sent.data(), type.elements(), MPI_DOUBLE, at.rank, at.byte, plain ? extent : 1,
                               plain ? MPI_DOUBLE : type.get(), MPI_SUM, window_.handle()),
                "MPI_Accumulate");
    }
    complete_everywhere(window_);
    compare("load", static_cast<const double*>(window_.base()), comm_.rank(), doubles, type);
    std::vector<double> seen(extent);
    const Window::Place at = window_.at(right);
    check_mpi(MPI_Get(seen.data(), extent, MPI_DOUBLE, at.rank, at.byte, extent, MPI_DOUBLE, window_.handle()),
              "MPI_Get");
    check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
    compare("get", seen.data(), right, doubles, type);
    complete_everywhere(window_);
  }

  void compare(const char* what, const double* seen, int owner, int doubles, const VectorType& type) {
    const int left = (owner + comm_.size() - 1) % comm_.size();
    for (int place = 0; place < type.extent() && found_.empty(); ++place) {
      const double right = type.holds(place) ? value(left, place) + value(owner, place) : 0;
      if (seen[place] != right)
        found_.push_back(fmt::format(
            "{} of {} B{}: double {} of rank {} is {} instead of {}", what, sizeof(double) * doubles,
            type.elements() == type.extent() ? "" : " by MPI_Type_vector", place, owner, seen[place], right));
    }
  }

  const Communicator& comm_;
  Watchdog& watchdog_;
  bool brief_;
  AccumulateFault fault_;
  Window window_;
  Violations found_;
};

}  // namespace

Violations check_beside_put(const CheckContext& context, WindowKind kind, AccumulateFault fault) {
  Violations found = BesidePut<std::int32_t>(context, kind, fault).run();
  contracts::append(found, BesidePut<std::int64_t>(context, kind, fault).run());
  return found;
}

Violations check_put_by_accumulate(const CheckContext& context, WindowKind kind, AccumulateFault fault) {
  return PutByAccumulate(context, kind, fault).run();
}

Violations check_large_accumulates(const CheckContext& context, WindowKind kind, AccumulateFault fault) {
  return LargeAccumulates(context, kind, fault).run();
}

}  // namespace fockproxy::check
