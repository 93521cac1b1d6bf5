#include "predict/stack_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy::predict {

namespace {

constexpr std::string_view kind_names[] = {"draw", "get", "accumulate"};  // as FockOperation

MeasuredOperation operation_of(const Json& json) {
  const auto name = std::ranges::find(kind_names, json.at("operation").get<std::string>());
  if (name == std::end(kind_names)) throw std::out_of_range("no such operation");
  MeasuredOperation one{.kind = static_cast<FockOperation>(name - std::begin(kind_names)),
                        .bytes = json.at("bytes").get<double>(),
                        .by_itself = json.at("by_itself").get<bool>(),
                        .entries = json.at("entries").get<int>(),
                        .drain = json.at("drain").get<int>(),
                        .latency = json.at("latency_seconds").get<double>(),
                        .service = json.at("service_seconds").get<double>()};
  const bool right = one.bytes > 0 && one.entries >= 1 && one.drain >= 0 && one.latency >= 0 && one.service >= 0 &&
                     std::isfinite(one.latency + one.service);
  if (!right) throw std::out_of_range("impossible figures");
  return one;
}

}  // namespace

StackProfile::StackProfile(const std::filesystem::path& file, const std::string& window) : window_(window) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) throw UsageError(file.string() + ": cannot be read");
  const Json document = parse_json(in);
  try {
    if (document.at("command").get<std::string>() != "profile") throw std::out_of_range("another document");
    for (const Json& one : document.at("operations")) {
      if (one.at("status") != "measured" || one.at("strided").get<bool>()) continue;
      const std::string of = one.at("window").get<std::string>();
      if (window_.empty()) window_ = of;
      if (of != window_) continue;
      const MeasuredOperation operation = operation_of(one);
      operations_[operation.kind].push_back(operation);
    }
  } catch (const std::exception&) {
    throw UsageError(file.string() + ": is no document of fockproxy profile --json");
  }
  for (auto& of_kind : operations_) {
    if (of_kind.empty())
      throw UsageError(fmt::format("{}: has no measured operations of window {}", file.string(),
                                   window_.empty() ? "any kind" : window_));
    std::ranges::sort(of_kind, {}, &MeasuredOperation::bytes);
    if (std::ranges::adjacent_find(of_kind, {}, &MeasuredOperation::bytes) != of_kind.end())
      throw UsageError(file.string() + ": measures an operation of one size twice");
  }
}

StackProfile::StackProfile(std::vector<MeasuredOperation> operations) {
  for (const MeasuredOperation& one : operations) operations_[one.kind].push_back(one);
  for (auto& of_kind : operations_) std::ranges::sort(of_kind, {}, &MeasuredOperation::bytes);
}

Operation StackProfile::cost(FockOperation kind, double bytes) const {
  const auto& sizes = operations_[kind == held ? get : kind];
  const auto above = std::ranges::lower_bound(sizes, bytes, {}, &MeasuredOperation::bytes);
  const MeasuredOperation& needs = above == sizes.end() ? sizes.back() : *above;
  Operation operation{.by_itself = needs.by_itself, .entries = needs.entries};
  if (above == sizes.begin() || sizes.size() == 1) {
    operation.latency = sizes.front().latency;
    operation.service = sizes.front().service;
    return operation;
  }
  const auto& high = above == sizes.end() ? sizes.back() : *above;
  const auto& low = above == sizes.end() ? sizes[sizes.size() - 2] : *(above - 1);
  const double t = (bytes - low.bytes) / (high.bytes - low.bytes);
  const auto between = [t](double a, double b) { return std::max(0.0, a + t * (b - a)); };
  operation.latency = t > 1 ? high.latency : between(low.latency, high.latency);
  operation.service = between(low.service, high.service);
  return operation;
}

int StackProfile::drain() const {
  int fewest = 0;
  for (const auto& of_kind : operations_)
    for (const MeasuredOperation& one : of_kind)
      if (!one.by_itself && one.drain > 0) fewest = fewest == 0 ? one.drain : std::min(fewest, one.drain);
  return fewest;
}

}  // namespace fockproxy::predict
