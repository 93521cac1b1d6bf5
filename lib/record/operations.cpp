#include "record/operations.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace fockproxy {

void OperationTally::operator+=(const OperationTally& other) {
  for (int t = 0; t < targets; ++t) {
    operations[t] += other.operations[t];
    bytes[t] += other.bytes[t];
    seconds[t] += other.seconds[t];
  }
  strided += other.strided;
}

void NamedCounts::add(std::string_view name, std::int64_t value) {
  int i = 0;
  while (i < size_ && this->name(i) != name) ++i;
  if (i == size_) {
    if (i == most || name.size() > longest_name) throw std::length_error("statistic " + std::string(name));
    std::ranges::copy(name, names_[i].begin());
    ++size_;
  }
  values_[i] += value;
}

void NamedCounts::operator+=(const NamedCounts& more) {
  for (int i = 0; i < more.size(); ++i) add(more.name(i), more.value(i));
}

double RankRecord::communication_seconds() const {
  double sum = 0;
  for (const auto& tally : operations) sum += tally.total_seconds();
  return sum;
}

void add_records(std::vector<RankRecord>& sum, const std::vector<RankRecord>& more) {
  if (sum.empty()) {
    sum = more;
    return;
  }
  for (std::size_t r = 0; r < sum.size(); ++r) sum[r] += more[r];
}

bool has_threads(std::span<const RankRecord> all) {
  return std::ranges::any_of(all, [](const RankRecord& record) { return record.thread > 0; });
}

std::string worker_name(std::span<const RankRecord> all, const RankRecord& one) {
  const std::string rank = std::to_string(one.rank);
  return has_threads(all) ? rank + "." + std::to_string(one.thread) : rank;
}

void RankRecord::operator+=(const RankRecord& more) {
  for (int k = 0; k < operation_kinds; ++k) operations[k] += more.operations[k];
  const bool both_inside_mpi = helper_inside_mpi && more.helper_inside_mpi;
  for_each_field([&](const char*, auto field) {
    if constexpr (std::is_same_v<decltype(field), bool RankRecord::*>) this->*field = this->*field || more.*field;
    else this->*field += more.*field;
  });
  // The threads of a library are seen by their CPU time, which counts in milliseconds. Several short builds together
  // may show it when one does not.
  helper_inside_mpi = library_helper ? helper_cpu > 0 : both_inside_mpi;
}

}  // namespace fockproxy
