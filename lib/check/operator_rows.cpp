// Rows on operators and datatypes, beyond the sums of 64-bit integers and doubles that a Fock build needs. Each word is
// judged separately, so every operator can be tested under contention.
#include <fmt/format.h>

#include "check/accumulate_test.hpp"
#include "check/operator_test.hpp"

namespace fockproxy::check {
namespace {

constexpr const char* section = "Operators and datatypes";

struct Call {
  UpdateCall call;
  const char* name;
};
constexpr Call calls[] = {{UpdateCall::accumulate, "accumulate"},
                          {UpdateCall::get_accumulate, "get-accumulate"},
                          {UpdateCall::fetch_and_op, "fetch-and-op"}};

const char* c_type(ElementType type) {
  return type == ElementType::int32 ? "int32_t" : type == ElementType::int64 ? "int64_t" : "double";
}
const char* mpi_name(ElementType type) {
  return type == ElementType::int32 ? "MPI_INT32_T" : type == ElementType::int64 ? "MPI_INT64_T" : "MPI_DOUBLE";
}

std::map<std::string, std::string> placeholders(UpdateCall call, ElementType type, bool derived) {
  std::map<std::string, std::string> texts{{"WORD", c_type(type)}, {"TYPE", mpi_name(type)}};
  texts["DERIVED"] = derived ? "1" : "0";
  texts["WORDS"] = call == UpdateCall::fetch_and_op ? "1" : "60";
  texts["FIRST"] = call == UpdateCall::accumulate ? "1" : "0";
  texts["CALL"] = call == UpdateCall::accumulate ? "MPI_Accumulate(sent, n, here, to, 0, m, there, ops[op], win);"
                  : call == UpdateCall::get_accumulate
                      ? "MPI_Get_accumulate(sent, n, here, fetched, n, here, to, 0, m, there, ops[op], win);"
                      : "MPI_Fetch_and_op(sent, fetched, here, to, 0, ops[op], win);";
  return texts;
}

CheckRow row(std::string_view name, WindowKind kind, std::string summary, std::string cure, Reproducer program,
             std::function<RowResult(const CheckContext&)> run) {
  return {.name = name_with(name, kind),
          .section = section,
          .summary = std::move(summary),
          .cure = std::move(cure),
          .needs = {},
          .run = std::move(run),
          .reproducer = std::move(program)};
}

// A fault with derived types but not with contiguous words affects no calculation. Accumulates of doubles with derived
// types have rows of their own (Patches), and the program fetches none.
RowResult derived(const CheckContext& context, OperatorCase the_case) {
  contracts::Violations found;
  the_case.derived = true;
  for (const ElementType type : element_types) {
    the_case.type = type;
    contracts::append(found, check_operators(context, the_case));
  }
  const RowResult wrong = judged(found);
  if (wrong.status == Status::pass || the_case.call != UpdateCall::get_accumulate) return wrong;
  the_case.derived = false;
  for (const ElementType type : element_types) {
    the_case.type = type;
    if (!check_operators(context, the_case).empty()) return wrong;
  }
  return {Status::cured, wrong.detail,
          "right where the words are contiguous, and fockproxy makes no such call by a datatype"};
}

void add_operator_rows(std::vector<CheckRow>& rows, WindowKind kind) {
  for (const auto& [call, name] : calls) {
    const std::string function(to_string(call));
    for (const ElementType type : element_types) {
      const OperatorCase the_case{.kind = kind, .call = call, .type = type};
      rows.push_back(
          row(fmt::format("{}-{}", name, to_string(type)), kind,
              fmt::format("{} of {}, all operators, each alone", function, to_string(type)), "another --window",
              reproducer(kind, {"operators"}, placeholders(call, type, false)),
              [the_case](const CheckContext& context) { return judged(check_operators(context, the_case)); }));
    }
    if (call == UpdateCall::fetch_and_op) continue;
    const OperatorCase the_case{.kind = kind, .call = call};
    rows.push_back(row(fmt::format("{}-derived", name), kind,
                       fmt::format("{} by MPI_Type_vector of each type, all operators", function),
                       "contiguous words: --layout tiled",
                       reproducer(kind, {"operators"}, placeholders(call, ElementType::int64, true)),
                       [the_case](const CheckContext& context) { return derived(context, the_case); }));
  }
}

}  // namespace

std::vector<CheckRow> operator_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds) {
    add_operator_rows(rows, kind);
    const auto judge = [kind](auto check, auto fault) {
      return [kind, check, fault](const CheckContext& context) { return judged(check(context, kind, fault)); };
    };
    rows.push_back(row("operators-mixed", kind, "all operators, calls and types at once, one operator for each word",
                       "one operation for each window", reproducer(kind, {"mix"}),
                       judge(check_operator_mix, OperatorFault::none)));
    rows.push_back(row("accumulate-beside-put", kind, "MPI_Accumulate and MPI_Put of neighbouring words at once",
                       "another --window", reproducer(kind, {"beside-put"}),
                       judge(check_beside_put, AccumulateFault::none)));
    rows.push_back(row("put-by-accumulate", kind,
                       "MPI_REPLACE for put, MPI_NO_OP for get, of bytes and datatypes, as ARMCI-MPI calls them",
                       "another --window", reproducer(kind, {"put-by-accumulate"}),
                       judge(check_put_by_accumulate, AccumulateFault::none)));
    rows.push_back(row("accumulate-large", kind, "MPI_Accumulate of 73 kB to 8 MB, contiguous and MPI_Type_vector",
                       "another --window, a larger --max-task-cost", reproducer(kind, {"large"}),
                       judge(check_large_accumulates, AccumulateFault::none)));
  }
  return rows;
}

}  // namespace fockproxy::check
