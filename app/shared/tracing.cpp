#include "app/shared/tracing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/shared/document.hpp"
#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "record/text_table.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {

void TraceOptions::add(const Group& group) {
  group.output_file("--trace", file,
                    "file for the events of each rank and their times: Chrome trace events, for ui.perfetto.dev and "
                    "scripts/perf report");
  group.add(unrecorded("trace-events", &events, "number of latest events that each rank keeps, 72 bytes each", {},
                       {.least = 1000, .most = 1e8}));
}

Tracing::Tracing(const CommandContext& context, const TraceOptions& options)
    : context_(context), file_(open_json(context, options.file)) {
  if (!options.file.empty()) ring_ = std::make_unique<TraceRing>(static_cast<std::size_t>(options.events));
}

void Tracing::forget() const {
  if (ring_) ring_->clear();
}

void Tracing::write(const Json& about, const std::vector<std::string>& labels) const {
  if (!ring_) return;
  const Runtime& runtime = context_.runtime;
  const Communicator& world = runtime.world();
  context_.watchdog.mark("writing the trace");
  const ClockOffset clock = measure_clock_offset(runtime);
  const std::vector<double> clocks = world.gather(std::span<const double>(std::array{clock.offset, clock.error}));
  const std::int64_t dropped = ring_->dropped();
  const std::vector<std::int64_t> drops = world.gather(std::span(&dropped, 1));
  const std::vector<TraceEvent> mine = ring_->events();
  const auto events = world.gather_lists(std::span<const TraceEvent>(mine));
  on_root(world, [&] {
    std::vector<RankTrace> ranks;
    std::int64_t written = 0;
    std::int64_t lost = 0;
    for (std::size_t r = 0; r < events.size(); ++r) {
      ranks.push_back({.host = runtime.hosts()[r],
                       .clock_offset = clocks[2 * r],
                       .clock_error = clocks[2 * r + 1],
                       .dropped = drops[r],
                       .events = events[r]});
      written += std::ssize(events[r]);
      lost += drops[r];
    }
    file_->write([&](std::ostream& out) { write_trace(out, ranks, labels, about); });
    const std::string losses =
        lost == 0 ? "" : fmt::format("; {} earlier ones dropped (--trace-events keeps more)", format_count(lost));
    fmt::print(stderr, "fockproxy: trace: {} events in {}{}\n", format_count(written), file_->path().string(), losses);
  });
}

}  // namespace fockproxy
