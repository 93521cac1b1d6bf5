#include "fock/class_rates.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

namespace fockproxy {

namespace {

std::string name_of(const eri::PairClass& c) {
  constexpr std::string_view letters = "spdfghik";
  const auto shell = [&](int l, int columns) {
    return letters[l] + (columns > 1 ? std::to_string(columns) : std::string());
  };
  return shell(c.la(), c.columns_a()) + (c.one_centre() ? ":" : " ") + shell(c.lb(), c.columns_b());
}

}  // namespace

LimitShares shares_of(const ClassRate& rate, const eri::CoreLimits& limits) {
  const eri::KernelCounts& c = rate.counts;
  return {(c.full_flops / limits.full_flops + c.single_flops / limits.single_flops) / rate.seconds,
          c.bytes / limits.l1_bytes / rate.seconds};
}

void ClassRates::add(int bra_class, int ket_class, const eri::KernelCounts& counts, double seconds) {
  Work& work = work_[static_cast<std::size_t>(bra_class) * classes_ + ket_class];
  work.counts += counts;
  work.seconds += seconds;
}

std::vector<ClassRate> ClassRates::gather(const Communicator& comm, const eri::PairTable& table) const {
  std::vector<Work> sum(comm.is_root() ? work_.size() : 0);
  for (const auto& of_rank : comm.gather_lists(std::span<const Work>(work_)))
    for (std::size_t i = 0; i < of_rank.size(); ++i) {
      sum[i].counts += of_rank[i].counts;
      sum[i].seconds += of_rank[i].seconds;
    }
  std::vector<ClassRate> rates;
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (sum[i].counts.quartets > 0)
      rates.push_back(
          {"(" + name_of(table.classes()[i / classes_]) + "|" + name_of(table.classes()[i % classes_]) + ")",
           sum[i].counts, sum[i].seconds});
  std::ranges::sort(rates, std::greater(), &ClassRate::seconds);
  return rates;
}

}  // namespace fockproxy
