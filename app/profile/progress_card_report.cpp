#include "app/profile/progress_card_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/text_table.hpp"

namespace fockproxy {
namespace {

constexpr std::string_view card_columns[] = {"int32", "int64", "double", "derived"};

// "yes", or "2 calls, all"; "-" if it was not measured.
std::string cell_of(const CardRow& row) {
  const ProfiledOperation& measured = row.measured;
  if (!measured.unsupported.empty()) return "UNSUPPORTED";
  if (measured.by_itself()) return "yes";
  const std::string calls = plural(measured.entries(), "call");
  if (measured.points.size() == 1) return calls;
  const int drain = measured.drain();
  return calls + (drain == 0 ? ", all" : fmt::format(", {}", drain));
}

// Whether two operations of one window differ only in the datatype. Small ones of all datatypes share a line.
bool same_line(const CardRow& a, const CardRow& b) {
  const auto small = [](const CardRow& row) { return row.operation.bytes <= 8; };
  return a.measured.window == b.measured.window && a.operation.name == b.operation.name &&
         a.operation.combination == b.operation.combination &&
         a.operation.synchronisation == b.operation.synchronisation &&
         (a.operation.bytes == b.operation.bytes || (small(a) && small(b)));
}

// The values that `part` has among the operations of a card.
std::vector<SettingValue> words_of(std::string_view CardOperation::* part) {
  std::vector<SettingValue> words;
  for (const CardOperation& operation : card_operations()) {
    const std::string word(operation.*part);
    if (!word.empty() && std::ranges::find(words, word, &SettingValue::name) == words.end())
      words.push_back({word, ""});
  }
  return words;
}

}  // namespace

std::string completion_of(const ProfiledOperation& measured) {
  if (measured.by_itself()) return "by itself";
  const int drain = measured.drain();
  return fmt::format("after {}; {} a call", plural(measured.entries(), "call"),
                     drain == 0 ? "all" : std::to_string(drain));
}

void print_card(const std::vector<CardRow>& rows, const std::string& strategy) {
  fmt::print("\nProgress card: is an operation done while its target computes? Progress strategy: {}\n\n", strategy);
  TextTable table(
      {"window", "operation", "combination", "size", "synchronisation", "int32", "int64", "double", "derived"}, 5);
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(first, rows.end(), [&](const CardRow& row) { return !same_line(*first, row); });
    const CardOperation& operation = first->operation;
    std::vector<std::string> line{std::string(to_string(first->measured.window)), std::string(operation.name),
                                  operation.combination.empty() ? "-" : std::string(operation.combination),
                                  operation.bytes <= 8 ? "element" : format_bytes(operation.bytes),
                                  std::string(operation.synchronisation)};
    for (const std::string_view column : card_columns) {
      const auto row = std::find_if(first, last, [&](const CardRow& one) { return one.operation.datatype == column; });
      line.push_back(row == last ? "" : cell_of(*row));
    }
    table.add(line);
    first = last;
  }
  fmt::print(
      "{}{}  yes: by itself. Else the calls of the target that one operation needs, and how many operations one call\n"
      "  serves. flush: MPI_Win_flush in an epoch of MPI_Win_lock_all; shared, exclusive: MPI_Win_lock, the "
      "operation,\n"
      "  MPI_Win_unlock. derived: a vector at the target. The card is about mpi-forum/mpi-issues 635.\n",
      table.str(), reasons_of(card_figures(strategy), rows));
}

Figures<CardRow> card_figures(const std::string& strategy) {
  using Row = CardRow;
  using F = Figure<Row>;
  const auto of = [](auto CardOperation::* part) { return [part](const Row& row) { return row.operation.*part; }; };
  const auto measured = [](auto function) {
    return [function](const Row& row) { return std::invoke(function, row.measured); };
  };
  const auto first = [](double ProfiledPoint::* part) {
    return [part](const Row& row) { return row.measured.points.front().*part; };
  };
  return {
      .identity = {F("operation", no_column, "", "MPI operation", of(&CardOperation::name),
                     {.values = words_of(&CardOperation::name)}),
                   F("combination", no_column, "", "MPI_Op of the operation",
                     [](const Row& row) {
                       const std::string_view op = row.operation.combination;
                       return op.empty() ? std::nullopt : std::optional(op);
                     },
                     {.values = words_of(&CardOperation::combination), .none = "-"}),
                   F("datatype", no_column, "", "datatype; derived: a vector at the target",
                     of(&CardOperation::datatype), {.values = values_of(card_columns)}),
                   F("bytes", no_column, "B", "bytes of an operation", of(&CardOperation::bytes),
                     {.range = at_least(4)}),
                   F("synchronisation", no_column, "",
                     "flush in an epoch of MPI_Win_lock_all, or an epoch of its own of MPI_Win_lock",
                     of(&CardOperation::synchronisation), {.values = words_of(&CardOperation::synchronisation)}),
                   F("window", no_column, "", "kind of window",
                     [](const Row& row) { return to_string(row.measured.window); },
                     {.values = values_of(window_kind_names)}),
                   F("strategy", no_column, "", "progress strategy at the target",
                     [strategy](const Row&) { return strategy; })},
      .results = {F("by_itself", no_column, "", "whether the operation completes while the target computes",
                    measured(&ProfiledOperation::by_itself)),
                  F("entries", no_column, "", "calls of the target until one operation is complete",
                    [](const Row& row) { return row.measured.by_itself() ? 0 : row.measured.entries(); }),
                  F("drain", no_column, "", "operations that one call of the target serves; 0: all; null: not measured",
                    [](const Row& row) {
                      return row.measured.points.size() == 1 ? std::nullopt : std::optional(row.measured.drain());
                    },
                    {.none = "-"}),
                  F("inside_seconds", no_column, "s", "median; the target waits inside MPI",
                    first(&ProfiledPoint::inside)),
                  F("computing_seconds", no_column, "s", "median; the target computes",
                    first(&ProfiledPoint::computing))},
      .outcome = [](const Row& row) { return Outcome{.unsupported = row.measured.unsupported, .fault = ""}; },
      .name = [](const Row&) { return "UNSUPPORTED"; },
      .statuses = {"measured", "UNSUPPORTED"}};
}

}  // namespace fockproxy
