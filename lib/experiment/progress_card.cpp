#include "experiment/progress_card.hpp"

#include <cstring>
#include <memory>

#include "experiment/entry_experiment.hpp"
#include "experiment/verdict_operations.hpp"
#include "parallel/known_faults.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr int most_card_bytes = 1 << 15;
constexpr int card_in_flight = 16;

constexpr std::string_view card_operation_names[] = {
    "put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"};
constexpr std::string_view card_datatypes[] = {"int32", "int64", "double", "derived"};

std::size_t place_in(std::span<const std::string_view> names, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

MPI_Op combination_of(const CardOperation& operation) {
  if (operation.combination == "replace") return MPI_REPLACE;
  if (operation.combination == "no_op") return MPI_NO_OP;
  if (operation.combination == "min") return MPI_MIN;
  return operation.combination == "max" ? MPI_MAX : MPI_SUM;
}

// The element type of a datatype.
struct Elements {
  MPI_Datatype type;
  int size;  // bytes
};

Elements elements_of(const CardOperation& operation) {
  if (operation.datatype == "int32") return {MPI_INT32_T, sizeof(std::int32_t)};
  if (operation.datatype == "int64") return {MPI_INT64_T, sizeof(std::int64_t)};
  return {MPI_DOUBLE, sizeof(double)};
}

// One operation of a card on windows of rank 0. Their memory has zeros and keeps them. Different operations, and
// different datatypes, use different places.
class CardTarget {
 public:
  CardTarget(const Window& flushed, const Window& locked, const CardOperation& operation)
      : window_(operation.synchronisation == "flush" ? flushed : locked), operation_(operation) {
    // Some MPI libraries crash in it with 8 bytes: parallel/known_faults.hpp.
    if (operation.name == "compare_and_swap" && operation.bytes == 8) require_compare_and_swap(window_);
    if (operation.datatype != "derived") return;
    check_mpi(MPI_Type_vector(operation.bytes / 8 / row_doubles, row_doubles, 2 * row_doubles, MPI_DOUBLE, &derived_),
              "MPI_Type_vector");
    check_mpi(MPI_Type_commit(&derived_), "MPI_Type_commit");
  }
  ~CardTarget() {
    if (derived_ != MPI_DATATYPE_NULL) MPI_Type_free(&derived_);
  }
  CardTarget(const CardTarget&) = delete;
  CardTarget& operator=(const CardTarget&) = delete;

  static constexpr MPI_Aint bytes_of_place = 2 * most_card_bytes;
  static constexpr MPI_Aint bytes =
      bytes_of_place * static_cast<MPI_Aint>(std::size(card_operation_names) * std::size(card_datatypes));

  void perform(int number) {
    const auto place = place_in(card_operation_names, operation_.name) * std::size(card_datatypes) +
                       place_in(card_datatypes, operation_.datatype);
    const Window::Place at = window_.at(EntryExperiment::target_rank, static_cast<MPI_Aint>(place) * bytes_of_place);
    const bool locks = operation_.synchronisation != "flush";
    if (locks)
      check_mpi(MPI_Win_lock(operation_.synchronisation == "exclusive" ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, at.rank,
                             0, window_.handle()),
                "MPI_Win_lock");
    for (int n = 0; n < number; ++n) issue(at);
    if (locks) check_mpi(MPI_Win_unlock(at.rank, window_.handle()), "MPI_Win_unlock");
    else check_mpi(MPI_Win_flush(at.rank, window_.handle()), "MPI_Win_flush");
  }

 private:
  void issue(const Window::Place& at) {
    const auto [type, size] = elements_of(operation_);
    const int here = operation_.bytes / size;
    const bool derived = derived_ != MPI_DATATYPE_NULL;
    const int there = derived ? 1 : here;
    MPI_Datatype target = derived ? derived_ : type;
    MPI_Win win = window_.handle();
    MPI_Op op = combination_of(operation_);
    if (operation_.name == "put") {
      check_mpi(MPI_Put(from_, here, type, at.rank, at.byte, there, target, win), "MPI_Put");
    } else if (operation_.name == "get") {
      check_mpi(MPI_Get(into_, here, type, at.rank, at.byte, there, target, win), "MPI_Get");
    } else if (operation_.name == "accumulate") {
      check_mpi(MPI_Accumulate(from_, here, type, at.rank, at.byte, there, target, op, win), "MPI_Accumulate");
    } else if (operation_.name == "get_accumulate") {
      check_mpi(MPI_Get_accumulate(from_, here, type, into_, here, type, at.rank, at.byte, there, target, op, win),
                "MPI_Get_accumulate");
    } else if (operation_.name == "fetch_and_op") {
      check_mpi(MPI_Fetch_and_op(from_, into_, type, at.rank, at.byte, op, win), "MPI_Fetch_and_op");
    } else {
      check_mpi(MPI_Compare_and_swap(from_, from_, into_, type, at.rank, at.byte, win), "MPI_Compare_and_swap");
    }
  }

  const Window& window_;
  const CardOperation& operation_;
  alignas(8) char from_[most_card_bytes] = {}, into_[most_card_bytes] = {};
  MPI_Datatype derived_ = MPI_DATATYPE_NULL;
};

std::vector<int> card_numbers(const CardOperation& operation) {
  if (operation.synchronisation != "flush") return {1};
  return {1, card_in_flight};
}

}  // namespace

const std::vector<CardOperation>& card_operations() {
  static const std::vector<CardOperation> all = [] {
    std::vector<CardOperation> list;
    static constexpr std::string_view elementary[] = {"int32", "int64", "double"};
    const auto of_each_datatype = [&list](std::string_view name, std::string_view combination) {
      for (const std::string_view datatype : elementary)
        list.push_back({name, combination, datatype, datatype == "int32" ? 4 : 8});
    };
    for (const std::string_view name : {"put", "get"}) of_each_datatype(name, "");
    for (const std::string_view combination : {"sum", "replace", "min", "max"})
      of_each_datatype("accumulate", combination);
    for (const std::string_view name : {"get_accumulate", "fetch_and_op"})
      for (const std::string_view combination : {"sum", "replace", "no_op", "min", "max"})
        of_each_datatype(name, combination);
    list.push_back({"compare_and_swap", "", "int32", 4});
    list.push_back({"compare_and_swap", "", "int64", 8});
    // ARMCI-MPI puts by MPI_REPLACE and gets by MPI_NO_OP.
    constexpr std::pair<std::string_view, std::string_view> moves[] = {
        {"put", ""},
        {"get", ""},
        {"accumulate", "sum"},
        {"accumulate", "replace"},
        {"get_accumulate", "sum"},
        {"get_accumulate", "no_op"},
    };
    for (const auto& [name, combination] : moves)
      for (const std::string_view datatype : {"double", "derived"})
        list.push_back({name, combination, datatype, most_card_bytes / 2});
    for (const std::string_view synchronisation : {"shared", "exclusive"}) {
      for (const auto& [name, combination] : moves) list.push_back({name, combination, "double", 8, synchronisation});
      list.push_back({"fetch_and_op", "sum", "int64", 8, synchronisation});
    }
    return list;
  }();
  return all;
}

std::vector<CardRow> measure_card(const Runtime& runtime, const SyntheticWork& work,
                                  std::span<const WindowKind> windows, ProgressStrategy& progress,
                                  const ProfileOptions& options) {
  if (runtime.world().size() < 2) throw AgreedUsageError("UNSUPPORTED: a progress card needs at least 2 ranks");
  EntryExperiment experiment(runtime.world(), measure_clock_offset(runtime), work, progress, options.seed);
  std::vector<CardRow> rows;
  progress.start();
  for (const WindowKind kind : windows) {
    std::unique_ptr<Window> flushed, locked;
    const std::string refused = refusal_of([&] {
      flushed = std::make_unique<Window>(experiment.comm(), CardTarget::bytes, WindowOptions{.kind = kind});
      locked = std::make_unique<Window>(experiment.comm(), CardTarget::bytes,
                                        WindowOptions{.kind = kind, .lock_all = false});
    });
    for (const CardOperation& operation : card_operations()) {
      CardRow row{operation, {.window = kind, .bytes = operation.bytes, .unsupported = refused}};
      if (refused.empty())
        row.measured.unsupported = refusal_of([&] {
          const auto target = std::make_unique<CardTarget>(*flushed, *locked, operation);
          measure_points(
              experiment, card_numbers(operation), [&](int number) { target->perform(number); }, options, row.measured);
        });
      rows.push_back(std::move(row));
    }
  }
  progress.stop();
  if (!runtime.world().is_root()) rows.clear();
  return rows;
}

}  // namespace fockproxy
