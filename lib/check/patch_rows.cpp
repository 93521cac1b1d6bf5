// Rows on patches: puts, gets and accumulates of contiguous, strided and indexed pieces. The segments of the windows
// differ in size between ranks. All values are integers, so that sums are exact in any order.
#include <fmt/format.h>

#include <functional>
#include <vector>

#include "check/patches.hpp"

namespace fockproxy::check {

RowResult check_patches(const CheckContext& context, const WindowOptions& options, PatchShape shape, bool lose_one,
                        SegmentSizes sizes) {
  PatchTest test(context.runtime.world(), options, shape, context.brief ? 2 : 20, lose_one, sizes);
  return judged(test.run());
}

std::vector<CheckRow> patch_rows() {
  std::vector<CheckRow> rows;
  for (const WindowKind kind : window_kinds)
    for (const auto& [shape, name, summary] :
         {std::tuple{PatchShape::contiguous, "contiguous", "put, get and exact accumulates under contention"},
          std::tuple{PatchShape::strided, "strided", "the same for MPI_Type_create_subarray patches"},
          std::tuple{PatchShape::vector, "vector", "the same for MPI_Type_vector"},
          std::tuple{PatchShape::indexed, "indexed", "the same for MPI_Type_indexed, irregular"}})
      rows.push_back(
          {.name = name_with(name, kind),
           .section = "Patches",
           .summary = summary,
           .cure = shape == PatchShape::contiguous ? "another --window" : "--layout tiled",
           .needs = {},
           .run = [kind, shape = shape](
                      const CheckContext& context) { return check_patches(context, {.kind = kind}, shape, false); },
           .reproducer = reproducer(kind, {std::string("type-") + name, "elements", "accumulates"})});
  return rows;
}

}  // namespace fockproxy::check
