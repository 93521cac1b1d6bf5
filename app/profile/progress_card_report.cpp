#include "app/profile/progress_card_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/json.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

constexpr std::string_view card_columns[] = {"int32", "int64", "double", "derived"};

// "yes", or "2 calls, all"; "-" for what was not measured.
std::string cell_of(const CardRow& row) {
  const ProfiledOperation& measured = row.measured;
  if (!measured.unsupported.empty()) return "UNSUPPORTED";
  if (measured.by_itself()) return "yes";
  const std::string calls = plural(measured.entries(), "call");
  if (measured.points.size() == 1) return calls;
  const int drain = measured.drain();
  return calls + (drain == 0 ? ", all" : fmt::format(", {}", drain));
}

// Operations of one window that differ in the datatype only; small ones of all datatypes are alike.
bool same_line(const CardRow& a, const CardRow& b) {
  const auto small = [](const CardRow& row) { return row.operation.bytes <= 8; };
  return a.measured.window == b.measured.window && a.operation.name == b.operation.name &&
         a.operation.combination == b.operation.combination &&
         a.operation.synchronisation == b.operation.synchronisation &&
         (a.operation.bytes == b.operation.bytes || (small(a) && small(b)));
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
  std::vector<std::string> reasons;
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
    for (; first != last; ++first)
      if (const std::string& reason = first->measured.unsupported;
          !reason.empty() && std::ranges::find(reasons, reason) == reasons.end())
        reasons.push_back(reason);
  }
  fmt::print("{}", table.str());
  for (const std::string& reason : reasons) fmt::print("  UNSUPPORTED: {}\n", reason);
  fmt::print(
      "  yes: by itself. Else the calls of the target that one operation needs, and how many operations one call\n"
      "  serves. flush: MPI_Win_flush in an epoch of MPI_Win_lock_all; shared, exclusive: MPI_Win_lock, the "
      "operation,\n"
      "  MPI_Win_unlock. derived: a vector at the target. The card answers mpi-forum/mpi-issues 635.\n");
}

Json card_json(const std::vector<CardRow>& rows, const std::string& strategy) {
  Json json = Json::array();
  for (const CardRow& row : rows) {
    const CardOperation& operation = row.operation;
    const ProfiledOperation& measured = row.measured;
    Json entry{{"operation", operation.name},
               {"combination", operation.combination.empty() ? Json() : Json(operation.combination)},
               {"datatype", operation.datatype},
               {"bytes", operation.bytes},
               {"synchronisation", operation.synchronisation},
               {"window", to_string(measured.window)},
               {"strategy", strategy},
               {"status", measured.unsupported.empty() ? "measured" : "UNSUPPORTED"}};
    if (!measured.unsupported.empty()) entry["reason"] = measured.unsupported;
    else
      entry.update({{"by_itself", measured.by_itself()},
                    {"entries", measured.by_itself() ? 0 : measured.entries()},
                    {"drain", measured.points.size() == 1 ? Json() : Json(measured.drain())},
                    {"inside_seconds", measured.points.front().inside},
                    {"computing_seconds", measured.points.front().computing}});
    json.push_back(entry);
  }
  return json;
}

}  // namespace fockproxy
