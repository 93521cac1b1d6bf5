#include "onesided/mover.hpp"

namespace fockproxy::onesided {

std::span<const OperationEntry> operation_table() {
  static const std::vector<OperationEntry> table = [] {
    std::vector<OperationEntry> all;
    for (auto* lines : {window_operations, shared_memory_operations, global_arrays_operations})
      for (OperationEntry& line : lines()) all.push_back(std::move(line));
    return all;
  }();
  return table;
}

const OperationEntry& look_up(Type<OperationEntry>, std::string_view name) {
  return entry_of(operation_table(), "operation", name);
}

}  // namespace fockproxy::onesided
