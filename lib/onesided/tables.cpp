#include "onesided/tables.hpp"

#include <algorithm>

namespace fockproxy::onesided {
namespace {

using Operations = std::vector<Choice<OperationEntry>>;

constexpr std::size_t word_bytes = sizeof(Word);

// The patch of Nieplocha, Harrison & Littlefield (1996): 353 x 353 of a 710 x 710 matrix of doubles with four parts of
// 355 x 355.
constexpr std::size_t patch_rows = 353, part_rows = 355;

Operations named(std::initializer_list<std::string_view> names) {
  Operations list;
  for (const std::string_view name : names) list.emplace_back(name);
  return list;
}
Operations all_operations() {
  Operations list;
  for (const OperationEntry& entry : operation_table())
    if (entry.name != "load" && entry.name != "store") list.emplace_back(entry);
  return list;
}
Operations block_operations() {
  return named({"get", "put", "accumulate", "ga_get", "ga_put", "ga_acc", "armci_get", "armci_put", "armci_acc"});
}
Operations request_operations() {
  return named({"get", "put", "accumulate", "rget", "rput", "raccumulate", "ga_nbget"});
}

// Builds the rows of one table, for all combinations of the values that every row has.
class Rows {
 public:
  Rows(const PlanContext& context, std::string_view table, const Operations& own)
      : context_(context),
        table_(table),
        operations_(context.axes.operations.empty() ? own : context.axes.operations),
        combinations_(or_own(context.axes.combinations, {Combination::sum})),
        datatypes_(or_own(context.axes.datatypes, {Datatype::own})) {}

  template <class T>
  static std::vector<T> or_own(const std::vector<T>& asked, std::initializer_list<T> own) {
    return asked.empty() ? std::vector<T>(own) : asked;
  }
  std::vector<Method> methods(std::initializer_list<Method> own) const { return or_own(context_.axes.methods, own); }
  std::vector<Completion> completions(std::initializer_list<Completion> own) const {
    return or_own(context_.axes.completions, own);
  }
  std::vector<Placement> all_placements() const { return placements(context_.runtime); }
  // The farthest placement, for tables that do not vary it.
  Placement partner() const { return placements(context_.runtime).back(); }

  // The MPI_Ops and datatypes of this table, if the user requests none.
  void choose(std::vector<Combination> combinations, std::vector<Datatype> datatypes) {
    if (context_.axes.combinations.empty()) combinations_ = std::move(combinations);
    if (context_.axes.datatypes.empty()) datatypes_ = std::move(datatypes);
  }

  // Calls f(case) for every operation that supports the footprint, and for all MPI_Ops, datatypes, windows, completions
  // and cache states.
  template <class F>
  void cross(const Footprint& footprint, const std::vector<Completion>& completions, F f) {
    if (footprint.words() * word_bytes > context_.axes.most_bytes) return;
    for (const Choice<OperationEntry> operation : operations_) {
      if (operation->single && footprint.words() != 1) continue;
      const std::vector<WindowChoice> windows =
          operation->has_windows ? context_.axes.windows : std::vector<WindowChoice>{WindowKind::allocate};
      for (const auto& [combination, datatype] : kinds_of(*operation))
        for (const WindowChoice& window : windows)
          for (const Completion completion : completions) {
            if (completion == Completion::epoch && !operation->has_epochs) continue;
            for (const bool warm : context_.axes.warm) {
              TransferCase c{.operation = operation, .combination = combination, .datatype = datatype};
              c.window = window;
              c.completion = completion;
              c.footprint = footprint;
              c.warm = warm;
              f(c);
            }
          }
    }
  }

  void pair(TransferCase c, const Placement& placement, const TargetState& state) {
    c.traffic = {Pattern::pair, context_.runtime.world().size(), placement.origin, placement.target};
    const bool alone = placement.origin == placement.target;
    if (alone && state.period > 0) return;  // no other rank computes
    c.period = state.period;
    rows_.push_back({table_, c, placement.name, alone || state.period == 0 ? "none" : state.progress});
  }
  void pair_in_every_state(const TransferCase& c, const Placement& placement) {
    for (const TargetState& state : context_.axes.targets) pair(c, placement, state);
  }
  void pattern(TransferCase c, Pattern pattern, const TargetState& state) {
    c.traffic = {pattern, context_.runtime.world().size()};
    if (!c.traffic.has_one_target() && state.period > 0) return;  // all ranks are origins, so none only computes
    c.period = state.period;
    rows_.push_back({table_, c, std::string(to_string(pattern)), state.period == 0 ? "none" : state.progress});
  }
  void overlapped(const TransferCase& c, const Placement& placement) {
    const std::size_t first = rows_.size();
    pair_in_every_state(c, placement);
    for (std::size_t i = first; i < rows_.size(); ++i) rows_[i].overlap = true;
  }

  std::vector<PlannedRow> take() { return std::move(rows_); }

 private:
  // The pairs of MPI_Op and datatype that an operation takes. One that does not combine, or has one datatype, has one.
  std::vector<std::pair<Combination, Datatype>> kinds_of(const OperationEntry& operation) const {
    const std::vector<Combination> sum{Combination::sum};
    const std::vector<Datatype> own{Datatype::own};
    std::vector<std::pair<Combination, Datatype>> kinds;
    for (const Combination combination : operation.combines ? combinations_ : sum)
      for (const Datatype datatype : operation.typed ? datatypes_ : own)
        if (kind_refusal({.operation = operation, .combination = combination, .datatype = datatype}).empty())
          kinds.emplace_back(combination, datatype);
    return kinds;
  }

  const PlanContext& context_;
  std::string_view table_;
  Operations operations_;
  std::vector<Combination> combinations_;
  std::vector<Datatype> datatypes_;
  std::vector<PlannedRow> rows_;
};

std::vector<PlannedRow> latency(const PlanContext& context) {
  Rows rows(context, "latency", all_operations());
  rows.cross(Footprint::contiguous(1),
             rows.completions({Completion::flush, Completion::flush_local, Completion::epoch}),
             [&](const TransferCase& c) {
               for (const Placement& placement : rows.all_placements()) rows.pair_in_every_state(c, placement);
             });
  return rows.take();
}

std::vector<PlannedRow> operators(const PlanContext& context) {
  using enum Combination;
  Rows rows(context, "operators", named({"accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"}));
  rows.choose({sum, replace, no_op, min, max}, {Datatype::real, Datatype::int64, Datatype::int32});
  const Footprint gaps = Footprint::strided(1, 8, 2, AtOrigin::dense);
  for (const Footprint& footprint : {Footprint::contiguous(1), gaps, Footprint::contiguous(512)})
    rows.cross(footprint, rows.completions({Completion::flush}),
               [&](const TransferCase& c) { rows.pair_in_every_state(c, rows.partner()); });
  return rows.take();
}

std::vector<PlannedRow> plan_patch(const PlanContext& context) {
  Rows rows(context, "patch", block_operations());
  rows.cross(Footprint::strided(patch_rows, patch_rows, part_rows, AtOrigin::dense),
             rows.completions({Completion::flush}), [&](TransferCase c) {
               for (const Method method : rows.methods({Method::direct}))
                 for (const Placement& placement : rows.all_placements()) {
                   c.method = method;
                   rows.pair_in_every_state(c, placement);
                 }
             });
  return rows.take();
}

std::vector<PlannedRow> plan_contiguous(const PlanContext& context) {
  Rows rows(context, "contiguous", block_operations());
  for (const int exponent : {3, 6, 9, 12, 14, 16, 18, 20, 22, 24, 26})
    rows.cross(Footprint::contiguous((std::size_t{1} << exponent) / word_bytes), rows.completions({Completion::flush}),
               [&](const TransferCase& c) { rows.pair_in_every_state(c, rows.partner()); });
  return rows.take();
}

// Rows with each method for I/O vectors. Global Arrays and ARMCI have their own method and take the whole list at once.
void by_methods(Rows& rows, const Footprint& footprint) {
  rows.cross(footprint, rows.completions({Completion::flush}), [&](TransferCase c) {
    for (const Method method : rows.methods({Method::conservative, Method::batched, Method::direct, Method::packed})) {
      c.method = method;
      if (c.operation->global_arrays && method != Method::direct) continue;
      if (!c.operation->shapes && !footprint.stride()) continue;
      rows.pair_in_every_state(c, rows.partner());
    }
  });
}

std::vector<PlannedRow> plan_strided(const PlanContext& context) {
  constexpr std::size_t most = std::size_t{1} << 22;  // bytes; longer transfers show nothing new
  Rows rows(context, "strided", block_operations());
  for (const std::size_t bytes : {16, 128, 1024, 8192, 65536})
    for (const std::size_t count : {1, 8, 64, 512, 4096})
      if (bytes * count <= most && count > 1)
        by_methods(rows, Footprint::strided(bytes / word_bytes, count, 2 * bytes / word_bytes, AtOrigin::alike));
  return rows.take();
}

std::vector<PlannedRow> vectors(const PlanContext& context) {
  Rows rows(context, "vectors", named({"get", "put", "accumulate", "armci_get", "armci_put", "armci_acc"}));
  for (const std::size_t bytes : {16, 128, 1024, 8192})
    for (const std::size_t count : {16, 256}) by_methods(rows, Footprint::scattered(bytes / word_bytes, count, 2012));
  // Segments that overlap: every method must fall back to one by one.
  by_methods(rows, Footprint({{0, 16}, {12, 16}, {40, 16}}, AtOrigin::alike));
  return rows.take();
}

std::vector<PlannedRow> access(const PlanContext& context) {
  Rows rows(context, "access", named({"load", "get", "ga_get", "store", "put", "ga_put"}));
  for (const int exponent : {3, 6, 9, 12, 15, 18, 21})
    rows.cross(Footprint::contiguous((std::size_t{1} << exponent) / word_bytes), rows.completions({Completion::flush}),
               [&](const TransferCase& c) {
                 for (const Placement& placement : rows.all_placements())
                   if (placement.name != "other node") rows.pair(c, placement, {});
               });
  return rows.take();
}

std::vector<PlannedRow> in_flight(const PlanContext& context) {
  Rows rows(context, "in-flight", request_operations());
  for (const std::size_t bytes : {8, 4096})
    for (const int outstanding : {1, 4, 16, 64, 256})
      rows.cross(Footprint::contiguous(bytes / word_bytes), rows.completions({Completion::flush}), [&](TransferCase c) {
        c.in_flight = outstanding;
        rows.pair_in_every_state(c, rows.partner());
      });
  return rows.take();
}

std::vector<PlannedRow> contention(const PlanContext& context) {
  Rows rows(context, "contention",
            named({"get", "put", "accumulate", "fetch_and_op", "ga_get", "ga_acc", "ga_read_inc"}));
  for (const std::size_t bytes : {8, 4096})
    rows.cross(Footprint::contiguous(bytes / word_bytes), rows.completions({Completion::flush}),
               [&](const TransferCase& c) {
                 for (const Pattern pattern : {Pattern::ring, Pattern::one_target, Pattern::hot_target})
                   for (const TargetState& state : context.axes.targets) rows.pattern(c, pattern, state);
               });
  return rows.take();
}

std::vector<PlannedRow> busy(const PlanContext& context) {
  Rows rows(context, "busy", all_operations());
  const Placement partner = rows.partner();
  for (const Footprint& footprint :
       {Footprint::contiguous(1), Footprint::strided(1, 8, 2, AtOrigin::dense), Footprint::contiguous(512),
        Footprint::strided(16, 8192, 32, AtOrigin::dense), Footprint::contiguous(131072)})
    rows.cross(footprint, rows.completions({Completion::flush}), [&](const TransferCase& c) {
      rows.pair(c, partner, {});
      for (const TargetState& state : context.axes.computing) rows.pair(c, partner, state);
    });
  return rows.take();
}

std::vector<PlannedRow> overlap(const PlanContext& context) {
  Rows rows(context, "overlap", request_operations());
  for (const std::size_t bytes : {4096, 65536, 1048576})
    rows.cross(Footprint::contiguous(bytes / word_bytes), rows.completions({Completion::flush}),
               [&](const TransferCase& c) { rows.overlapped(c, rows.partner()); });
  return rows.take();
}

}  // namespace

std::vector<Placement> placements(const Runtime& runtime) {
  std::vector<Placement> all{{"self", 0, 0}};
  const auto first = [&](bool same_node) {
    for (int r = 1; r < runtime.world().size(); ++r)
      if ((runtime.node_of(r) == runtime.node_of(0)) == same_node) return r;
    return 0;
  };
  if (const int rank = first(true)) all.push_back({"same node", rank, 0});
  if (const int rank = first(false)) all.push_back({"other node", rank, 0});
  return all;
}

std::span<const TableEntry> table_table() {
  static const TableEntry table[] = {
      {"latency", "every operation on single words, none in the cache line of the last", latency},
      {"operators", "MPI_Ops on int32, int64 and double: words, words with gaps and 4 kB", operators},
      {"patch", "353 x 353 doubles of a part of 355 x 355, as the Global Arrays paper of 1996 measured bandwidth",
       plan_patch},
      {"contiguous", "bandwidth by size, 8 B to 64 MB", plan_contiguous},
      {"strided", "segments of 16 B to 64 kB, 8 to 4096 of them, by method", plan_strided},
      {"vectors", "the same with uneven gaps (I/O vectors), and with segments that overlap", vectors},
      {"access", "loads and stores against gets and puts, in the own part and in a neighbour's", access},
      {"in-flight", "1 to 256 transfers before any is completed", in_flight},
      {"contention", "all ranks at once: to their neighbours, to one rank, every second to one rank", contention},
      {"busy", "the target inside MPI, and computing under every strategy of --progress", busy},
      {"overlap", "how much of a transfer hides behind the origin's own work", overlap},
  };
  return table;
}

const TableEntry& look_up(Type<TableEntry>, std::string_view name) { return entry_of(table_table(), "table", name); }

}  // namespace fockproxy::onesided
