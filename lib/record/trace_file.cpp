#include "record/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "record/json.hpp"

namespace fockproxy {
namespace {

constexpr int main_thread = 0, helper_thread = 1;

// The common time axis, in whole nanoseconds since the first event.
class TimeAxis {
 public:
  explicit TimeAxis(const std::vector<RankTrace>& ranks) {
    for (const RankTrace& rank : ranks)
      for (const TraceEvent& event : rank.events) start_ = std::min(start_, event.begin + rank.clock_offset);
  }
  std::int64_t nanoseconds(const RankTrace& rank, double time) const {
    return std::llround(1e9 * (time + rank.clock_offset - start_));
  }

 private:
  double start_ = std::numeric_limits<double>::infinity();
};

std::string microseconds(std::int64_t nanoseconds) {
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

std::string arguments(const TraceEvent& event) {
  std::string text;
  const auto add = [&](const std::string& item) { text += (text.empty() ? "" : ",") + item; };
  if (event.kind == SpanKind::counter)
    add(event.id < 0 ? "\"none left\":true" : fmt::format("\"ticket\":{}", event.id));
  else if (event.kind != SpanKind::run && event.id >= 0) add(fmt::format("\"id\":{}", event.id));
  if (event.target >= 0) add(fmt::format("\"target\":{}", event.target));
  if (event.bytes >= 0) add(fmt::format("\"bytes\":{}", event.bytes));
  const auto& b = event.blocks;
  if (b[2] >= 0) add(fmt::format("\"blocks\":[{},{},{},{}]", b[0], b[1], b[2], b[3]));
  else if (b[0] >= 0) add(fmt::format("\"block\":[{},{}]", b[0], b[1]));
  return text;
}

// The lines of the array, separated by commas.
class Events {
 public:
  explicit Events(std::ostream& out) : out_(out) {}

  void metadata(int rank, int thread, const char* what, const Json& arguments) {
    line(to_text(Json{{"ph", "M"}, {"pid", rank}, {"tid", thread}, {"name", what}, {"args", arguments}}));
  }
  void span(int rank, const TraceEvent& event, const std::string& name, std::int64_t begin, std::int64_t end) {
    line(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":{},"cat":"{}","ts":{},"dur":{},"args":{{{}}}}})", rank,
                     event.kind == SpanKind::helper ? helper_thread : main_thread, to_text(name),
                     span_names[static_cast<int>(event.kind)], microseconds(begin), microseconds(end - begin),
                     arguments(event)));
  }
  void ticket(std::int64_t time, std::int64_t value) {
    line(fmt::format(R"({{"ph":"C","pid":0,"name":"tickets","ts":{},"args":{{"drawn":{}}}}})", microseconds(time),
                     value));
  }
  void note(int rank, const std::string& text) {
    line(to_text(Json{{"ph", "i"}, {"s", "p"}, {"pid", rank}, {"tid", main_thread}, {"ts", 0}, {"name", text}}));
  }

 private:
  void line(const std::string& text) {
    out_ << (first_ ? "\n" : ",\n") << text;
    first_ = false;
  }
  std::ostream& out_;
  bool first_ = true;
};

std::string name_of(const TraceEvent& event, const std::vector<std::string>& labels) {
  if (event.kind == SpanKind::run && 0 <= event.id && event.id < std::ssize(labels)) return labels[event.id];
  return std::string(span_names[static_cast<int>(event.kind)]);
}

}  // namespace

void write_trace(std::ostream& out, const std::vector<RankTrace>& ranks, const std::vector<std::string>& labels,
                 Json about) {
  about["ranks"] = Json::array();
  for (const RankTrace& rank : ranks)
    about["ranks"].push_back({{"host", rank.host},
                              {"events", rank.events.size()},
                              {"dropped_events", rank.dropped},
                              {"clock_offset_seconds", rank.clock_offset},
                              {"clock_error_seconds", rank.clock_error}});
  // Without displayTimeUnit: older versions of Perfetto use it as the unit of ts and dur, and newer ones report an
  // error.
  out << "{\"otherData\":" << to_text(about) << ",\"traceEvents\":[";
  Events events(out);
  const TimeAxis axis(ranks);
  for (int rank = 0; rank < std::ssize(ranks); ++rank) {
    events.metadata(rank, main_thread, "process_name", {{"name", fmt::format("rank {}", rank)}});
    events.metadata(rank, main_thread, "process_labels", {{"labels", ranks[rank].host}});
    events.metadata(rank, main_thread, "process_sort_index", {{"sort_index", rank}});
    events.metadata(rank, main_thread, "thread_name", {{"name", "main"}});
    events.metadata(rank, helper_thread, "thread_name", {{"name", "progress helper"}});
    if (ranks[rank].dropped > 0) events.note(rank, fmt::format("{} earlier events dropped", ranks[rank].dropped));
    for (const TraceEvent& event : ranks[rank].events) {
      const std::int64_t end = axis.nanoseconds(ranks[rank], event.end);
      events.span(rank, event, name_of(event, labels), axis.nanoseconds(ranks[rank], event.begin), end);
      if (event.kind == SpanKind::counter && event.id >= 0) events.ticket(end, event.id);
    }
  }
  out << "\n]}\n";
}

}  // namespace fockproxy
