#include "predict/stack_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include "predict/recording.hpp"
#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy::predict {

namespace {

constexpr std::string_view kind_names[] = {"draw", "get", "accumulate"};  // in the order of FockOperation

MeasuredOperation operation_of(const Json& json) {
  const auto name = std::ranges::find(kind_names, json.at("operation").get<std::string>());
  if (name == std::end(kind_names)) throw std::out_of_range("no such operation");
  MeasuredOperation one{.kind = static_cast<FockOperation>(name - std::begin(kind_names)),
                        .bytes = json.at("bytes").get<double>(),
                        .by_itself = json.at("by_itself").get<bool>(),
                        .entries = json.at("entries").get<int>(),
                        .drain = json.at("drain").get<int>(),
                        .latency = json.at("latency_seconds").get<double>(),
                        .service = json.at("service_seconds").get<double>(),
                        .counter = json.value("counter", "mpi3"),
                        .exclusive = json.value("exclusive", false)};
  if (const Json& point = json.at("points").at(0); point.contains("inside_quantiles")) {
    const auto quantiles = point["inside_quantiles"].get<std::array<double, 5>>();
    for (std::size_t q = 0; q < quantiles.size() && quantiles[2] > 0; ++q) one.spread[q] = quantiles[q] / quantiles[2];
    if (!std::ranges::is_sorted(quantiles) || quantiles[0] < 0) throw std::out_of_range("impossible quantiles");
  }
  const bool right = one.bytes > 0 && one.entries >= 1 && one.drain >= 0 && one.latency >= 0 && one.service >= 0 &&
                     std::isfinite(one.latency + one.service);
  if (!right) throw std::out_of_range("impossible figures");
  return one;
}

std::vector<std::string> parts_without_effect(const Json& document, const std::string& window) {
  const auto measured = [&](const Json& row) {
    return row.at("window").get<std::string>() == window && row.at("status") == "measured";
  };
  bool strided = false, scope = false;
  for (const Json& row : document.at("operations")) strided |= row.at("strided").get<bool>() && measured(row);
  if (document.contains("lock_scopes"))
    for (const Json& row : document.at("lock_scopes")) scope |= measured(row);
  std::vector<std::string> notes;
  if (strided) notes.emplace_back("its strided operations change nothing, as blocks of the model are contiguous");
  if (scope)
    notes.emplace_back(
        "its scope of the lock changes nothing, as a target of the model serves one operation after the other");
  if (document.contains("card"))
    notes.emplace_back("its progress card changes nothing, as the model uses the operations of the profile");
  return notes;
}

}  // namespace

StackProfile::StackProfile(const std::filesystem::path& file, const std::string& window) : window_(window) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) throw UsageError(file.string() + ": cannot be read");
  const Json document = parse_json(in);
  try {
    if (document.at("command").get<std::string>() != "profile") throw std::out_of_range("another document");
    if (const int version = document.at("schema_version").get<int>(); version != profile_version)
      throw UsageError(
          fmt::format("{}: has schema_version {}, and this program reads {}", file.string(), version, profile_version));
    strategy_ = document.at("config").value("progress", strategy_);
    const Json& provenance = document.at("provenance");
    stack_ = stack_name(provenance.at("mpi").at("library").get<std::string>(), provenance.at("cpu").get<std::string>());
    for (const Json& one : document.at("operations")) {
      if (one.at("strided").get<bool>()) continue;
      const std::string of = one.at("window").get<std::string>();
      const bool measured = one.at("status") == "measured";
      if (window_.empty() && measured) window_ = of;
      if (of != window_) continue;
      if (measured) add(operation_of(one));
      else if (one.contains("counter"))
        refused_[one["counter"].get<std::string>()] = one.at("reason").get<std::string>();
    }
    without_effect_ = parts_without_effect(document, window_);
  } catch (const UsageError&) {
    throw;
  } catch (const std::exception&) {
    throw UsageError(file.string() + ": this is not a document of fockproxy profile --json");
  }
  sort();
  for (const FockOperation kind : {get, accumulate}) {
    const auto& sizes = transfers_[kind];
    if (sizes.empty())
      throw UsageError(fmt::format("{}: has no measured operations of window {}", file.string(),
                                   window_.empty() ? "any kind" : window_));
    if (std::ranges::adjacent_find(sizes, {}, &MeasuredOperation::bytes) != sizes.end())
      throw UsageError(file.string() + ": measures an operation of one size twice");
  }
}

StackProfile::StackProfile(std::vector<MeasuredOperation> operations) {
  for (const MeasuredOperation& one : operations) add(one);
  sort();
}

void StackProfile::add(const MeasuredOperation& operation) {
  if (operation.kind == draw) draws_.emplace(operation.counter, operation);
  else transfers_[operation.kind].push_back(operation);
}

void StackProfile::sort() {
  for (auto& [kind, sizes] : transfers_) std::ranges::sort(sizes, {}, &MeasuredOperation::bytes);
}

namespace {

Operation times(Operation operation, double factor) {
  operation.latency *= factor;
  operation.service *= factor;
  return operation;
}

}  // namespace

double MeasuredOperation::spread_at(double u) const {
  const double place = u * (spread.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), spread.size() - 2);
  return spread[below] + (place - static_cast<double>(below)) * (spread[below + 1] - spread[below]);
}

const MeasuredOperation& StackProfile::next_larger(FockOperation kind, double bytes) const {
  const auto& sizes = transfers_.at(kind == held ? get : kind);
  const auto above = std::ranges::lower_bound(sizes, bytes, {}, &MeasuredOperation::bytes);
  return above == sizes.end() ? sizes.back() : *above;
}

Operation StackProfile::cost(FockOperation kind, double bytes, double u) const {
  return times(cost(kind, bytes), next_larger(kind, bytes).spread_at(u));
}

Operation StackProfile::draw_of(std::string_view counter, double bytes, double u) const {
  return times(draw_of(counter, bytes), draws_.find(counter)->second.spread_at(u));
}

Operation StackProfile::cost(FockOperation kind, double bytes) const {
  const auto& sizes = transfers_.at(kind == held ? get : kind);
  const auto above = std::ranges::lower_bound(sizes, bytes, {}, &MeasuredOperation::bytes);
  const MeasuredOperation& needs = next_larger(kind, bytes);
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

bool StackProfile::needs_no_call(std::string_view counter) const {
  const auto drawn = draws_.find(counter);
  if (drawn != draws_.end() && !drawn->second.by_itself) return false;
  return std::ranges::all_of(
      transfers_, [](const auto& kind) { return std::ranges::all_of(kind.second, &MeasuredOperation::by_itself); });
}

std::string StackProfile::lack_of_draws(std::string_view counter) const {
  if (draws_.contains(counter)) return "";
  if (const auto reason = refused_.find(counter); reason != refused_.end())
    return fmt::format("the profile has no draws of {}, window {}: {}", counter, window_, reason->second);
  return fmt::format("the profile has no draws of {}, window {}: see fockproxy profile --counter", counter, window_);
}

Operation StackProfile::draw_of(std::string_view counter, double bytes) const {
  const MeasuredOperation& one = draws_.find(counter)->second;
  const double more = cost(get, bytes).service - cost(get, one.bytes).service;
  return {.by_itself = one.by_itself,
          .exclusive = one.exclusive,
          .entries = one.entries,
          .latency = one.latency,
          .service = one.service + std::max(more, 0.0) / one.entries};
}

int StackProfile::drain(std::string_view counter) const {
  int fewest = 0;
  const auto look_at = [&fewest](const MeasuredOperation& one) {
    if (!one.by_itself && one.drain > 0) fewest = fewest == 0 ? one.drain : std::min(fewest, one.drain);
  };
  for (const auto& [kind, sizes] : transfers_) std::ranges::for_each(sizes, look_at);
  if (const auto drawn = draws_.find(counter); drawn != draws_.end()) look_at(drawn->second);
  return fewest;
}

}  // namespace fockproxy::predict
