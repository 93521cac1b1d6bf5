#include "app/calculation/named_input.hpp"

namespace fockproxy {

std::span<const NamedInput> named_inputs() {
  static const NamedInput table[] = {
      {"small", "(H2O)8 in cc-pVDZ, 192 functions", "water8", "cc-pvdz"},
      {"medium", "C20H42 in cc-pVDZ, 490 functions", "eicosane", "cc-pvdz"},
      {"large", "C40H82 in cc-pVDZ, 970 functions", "tetracontane", "cc-pvdz"},
      {"huge", "(H2O)32 in cc-pVTZ, 1856 functions", "water32", "cc-pvtz"},
  };
  return table;
}

std::string objection_to(const FockConfig& config) {
  const ExchangeOptions& exchange = config.exchange;
  if (config.replicated()) return "--cache replicated makes no communication within a task";
  if (exchange.cache->name == "merged") return "--cache merged makes fewer communications a task";
  if (exchange.matrix->name == "local") return "--matrix local makes no communication";
  if (exchange.node_reads) return "--node-reads takes loads for communications";
  if (config.threads.count > 1) return "--threads share what they fetch";
  if (config.integrals.task_sleep > 0) return "--task-sleep makes tasks longer";
  if (config.integrals.class_rates) return "--class-rates has clocks inside tasks";
  return "";
}

}  // namespace fockproxy
