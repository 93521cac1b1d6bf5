#include "app/gsum/gsum_options.hpp"

#include <algorithm>

#include "app/shared/dealers.hpp"
#include "app/shared/sizes.hpp"
#include "support/duration.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 28;

std::size_t values_in(const char* option, const std::string& text) {
  const std::size_t bytes = parse_bytes(option, text, most_bytes);
  require(bytes % sizeof(double) == 0, std::string(option) + " '" + text + "' is no whole number of doubles");
  return bytes / sizeof(double);
}

}  // namespace

void GsumOptions::add(CLI::App& command) {
  const Group what{command, "What to measure"};
  what.list("--method", methods, "which methods, all of them if none is named: " + names_of(global_sum_table()));
  what.list("--bytes", sizes, "of the vector: 8, 16k, 256M");
  what.list("--chunk", chunks, "of the vector that goes together: 1k, 1M, whole");
  what.list("--window", windows, std::string("kinds of window of the methods that have one: ") + all_window_kinds);
  what.option("--late", late, "a second row of each: ranks arrive at random times up to this after the first",
              not_empty);
  what.flag("--beside-work", beside_work,
            "a second row of each: every rank computes meanwhile, for as long as the sum takes alone");

  const Group effort{command, "Effort"};
  effort_options.add(effort);
  effort.flag("--inject", inject, "rank 0 leaves out its last chunk, to see that it is found");

  const Group program{command, "Program"};
  program.add(thread_level.setting());
  output.add(program);
}

void GsumOptions::resolve() {
  limits = effort_options.resolve();
  const double latest = late.empty() ? 0 : parse_duration(late);
  std::vector<Choice<GlobalSumEntry>> chosen_methods;
  for (const std::string& name : methods) chosen_methods.push_back(chosen("--method", name, global_sum_table()));
  if (methods.empty())
    for (const GlobalSumEntry& entry : global_sum_table()) chosen_methods.emplace_back(entry);
  const std::vector<WindowKind> kinds = parse_windows(windows);
  for (const std::string& size : sizes) {
    const std::size_t values = values_in("--bytes", size);
    std::vector<std::size_t> lengths;
    for (const std::string& chunk : chunks)
      lengths.push_back(chunk == "whole" ? values : std::min(values, values_in("--chunk", chunk)));
    std::ranges::sort(lengths);
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    for (const Choice<GlobalSumEntry> method : chosen_methods)
      for (std::size_t w = 0; w < (method->has_windows ? kinds.size() : 1); ++w)
        for (const std::size_t chunk : lengths) {
          GlobalSumCase c{.method = method, .window = kinds[w], .values = values, .chunk = chunk};
          cases.push_back(c);
          c.late = latest;
          if (latest > 0) cases.push_back(c);
        }
  }
  needs();
}

}  // namespace fockproxy
