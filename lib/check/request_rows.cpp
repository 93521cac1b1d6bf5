// Rows on requests: several transfers are started together, and MPI_Wait must complete each. `scf` and `fock` make such
// requests with --prefetch-blocks.
#include <fmt/format.h>

#include "check/request_test.hpp"

namespace fockproxy::check {
namespace {

struct Call {
  RequestCall call;
  const char *name, *function;
};
constexpr Call calls[] = {{RequestCall::rget, "rget", "MPI_Rget"},
                          {RequestCall::rput, "rput", "MPI_Rput"},
                          {RequestCall::raccumulate, "raccumulate", "MPI_Raccumulate"}};

struct Shape {
  PatchShape shape;
  const char *suffix, *piece, *text;
};
constexpr Shape shapes[] = {{PatchShape::contiguous, "", "type-contiguous", "contiguous doubles"},
                            {PatchShape::vector, "-vector", "type-vector", "MPI_Type_vector"},
                            {PatchShape::indexed, "-indexed", "type-indexed", "MPI_Type_indexed"},
                            {PatchShape::hindexed, "-hindexed", "type-hindexed", "MPI_Type_create_hindexed"}};

// If requests with a derived type are wrong, but correct after a flush, no calculation is affected: the matrix `rma`
// flushes its gets, and makes no other requests.
RowResult checked(const CheckContext& context, RequestCase the_case, const std::vector<int>& outstanding) {
  RowResult raw = check_requests(context, the_case, outstanding);
  if (raw.status != Status::fail || the_case.shape == PatchShape::contiguous) return raw;
  the_case.flush = true;
  if (check_requests(context, the_case, outstanding).status != Status::pass) return raw;
  const char* ours = the_case.call == RequestCall::rget ? "as in fockproxy" : "and fockproxy makes no such call";
  return {Status::cured, raw.detail, fmt::format("right once MPI_Win_flush_local follows the wait, {}", ours)};
}

CheckRow request_row(const Call& call, const Shape& shape, WindowKind kind, const std::vector<int>& outstanding) {
  const int most = outstanding.back();
  const bool many = outstanding.size() == 1;
  const RequestCase the_case{kind, call.call, shape.shape};
  std::map<std::string, std::string> values{{"OUTSTANDING", std::to_string(most)}};
  if (call.call != RequestCall::rget) values["CALL"] = call.function;
  if (call.call != RequestCall::rget) values["OP"] = call.call == RequestCall::raccumulate ? "           MPI_SUM," : "";
  return {.name = name_with(std::string(call.name) + shape.suffix + (many ? fmt::format("-{}", most) : ""), kind),
          .section = "Requests",
          .summary = fmt::format("{}, {}{} at once, {}", call.function, many ? "" : "1 to ", most, shape.text),
          .cure = many ? "fewer requests at a time" : "another --window, no --prefetch-blocks",
          .needs = {},
          .run =
              [the_case, outstanding](const CheckContext& context) {
                const bool fewer = context.brief && outstanding.size() > 1;
                return checked(context, the_case, fewer ? std::vector{8} : outstanding);
              },
          .reproducer = reproducer(
              kind, {shape.piece, "elements", call.call == RequestCall::rget ? "rget" : "requests-to"}, values)};
}

}  // namespace

std::vector<CheckRow> request_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds)
    for (const Call& call : calls)
      for (const Shape& shape : shapes) {
        rows.push_back(request_row(call, shape, kind, {1, 2, 8, 64, 128}));
        // One stack ends the process in this row, and indexed types have enough rows.
        if (shape.shape == PatchShape::contiguous || shape.shape == PatchShape::vector)
          rows.push_back(request_row(call, shape, kind, {255}));
      }
  return rows;
}

}  // namespace fockproxy::check
