#include "app/calculation/class_rate_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "record/text_table.hpp"

namespace fockproxy {

namespace {

// The limit that is nearer, where it is near at all; else the part of the work that takes most of the time, in
// instructions that neither multiply nor load, and in waiting for results.
std::string bound_by(const LimitShares& shares, const eri::KernelTicks& ticks) {
  constexpr double near = 0.5;
  if (std::max(shares.flops, shares.bytes) >= near) return shares.flops > shares.bytes ? "multiply-adds" : "L1 loads";
  const std::pair<double, const char*> parts[] = {{ticks.hermite, "R_tuv"},
                                                  {ticks.contraction, "contraction"},
                                                  {ticks.digestion, "digestion"},
                                                  {ticks.around(), "rows, loops"}};
  const auto [part, name] = *std::ranges::max_element(parts, {}, &std::pair<double, const char*>::first);
  constexpr double few = 20;  // samples
  return ticks.samples < few ? "-" : fmt::format("{} {:.0f}%", name, 100 * part / ticks.all);
}

double single_share(const eri::KernelCounts& c) { return c.single_flops / (c.full_flops + c.single_flops); }

void add_row(TextTable& table, const ClassRate& rate, double all_seconds, const eri::CoreLimits& limits) {
  const eri::KernelCounts& c = rate.counts;
  const LimitShares shares = shares_of(rate, limits);
  table.add({rate.name, fmt::format("{:.4g}", c.quartets), format_seconds(rate.seconds),
             fmt::format("{:.1f}%", 100 * rate.seconds / all_seconds), fmt::format("{:.3g}", c.quartets / rate.seconds),
             fmt::format("{:.3g}", c.integrals / rate.seconds), fmt::format("{:.0f}%", 100 * c.lanes_used / c.lanes),
             fmt::format("{:.0f}%", 100 * single_share(c)),
             fmt::format("{:.1f}", 1e-9 * (c.full_flops + c.single_flops) / rate.seconds),
             fmt::format("{:.0f}%", 100 * shares.flops), fmt::format("{:.0f}%", 100 * shares.bytes),
             bound_by(shares, c.ticks)});
}

}  // namespace

void print_class_rates(const FockBuild& build) {
  if (build.class_rates.empty()) return;
  TextTable table({"class", "quartets", "time", "share", "quartets/s", "integrals/s", "lanes used", "single", "GFLOP/s",
                   "of peak", "of L1", "bound by"});
  ClassRate all{"all", {}, 0};
  for (const ClassRate& rate : build.class_rates) {
    all.counts += rate.counts;
    all.seconds += rate.seconds;
  }
  for (const ClassRate& rate : build.class_rates) add_row(table, rate, all.seconds, build.core_limits);
  add_row(table, all, all.seconds, build.core_limits);
  const eri::CoreLimits& limits = build.core_limits;
  fmt::print("Integrals and digestion by class of quartets, last build, all ranks together\n"
             "{}  s2: two contractions of the same primitives. Clocks around every class slow this run down.\n"
             "  Operations are those of lanes that hold a quartet; single: how many of them are in single precision.\n"
             "  Bound by a limit of the core where half of it is reached, else what takes most time: R_tuv, that is\n"
             "  Hermite integrals and the Boys function; contraction; digestion; rows of D and F, screening, loops.\n"
             "  Peak: {:.1f} GFLOP/s in double precision, {:.1f} in single; from L1 {:.0f} GB/s, from L2 {:.0f}, "
             "measured now on one core.\n\n",
             table.str(), 1e-9 * limits.full_flops, 1e-9 * limits.single_flops, 1e-9 * limits.l1_bytes,
             1e-9 * limits.l2_bytes);
}

Json class_rates_json(const FockBuild& build) {
  Json classes = Json::array();
  for (const ClassRate& rate : build.class_rates) {
    const eri::KernelCounts& c = rate.counts;
    classes.push_back({{"class", rate.name},
                       {"quartets", c.quartets},
                       {"integrals", c.integrals},
                       {"seconds", rate.seconds},
                       {"lanes", c.lanes},
                       {"lanes_used", c.lanes_used},
                       {"double_flops", c.full_flops},
                       {"single_flops", c.single_flops},
                       {"l1_bytes", c.bytes},
                       {"batches_sampled", c.ticks.samples},
                       {"hermite_share", c.ticks.hermite / c.ticks.all},
                       {"contraction_share", c.ticks.contraction / c.ticks.all},
                       {"digestion_share", c.ticks.digestion / c.ticks.all}});
  }
  return classes;
}

Json core_limits_json(const FockBuild& build) {
  if (build.class_rates.empty()) return nullptr;
  const eri::CoreLimits& limits = build.core_limits;
  return {{"double_flops_per_second", limits.full_flops},
          {"single_flops_per_second", limits.single_flops},
          {"l1_bytes_per_second", limits.l1_bytes},
          {"l2_bytes_per_second", limits.l2_bytes}};
}

}  // namespace fockproxy
