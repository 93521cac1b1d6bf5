#include "app/gsum/gsum_options.hpp"

#include <algorithm>

#include "app/shared/dealers.hpp"
#include "app/shared/fock_settings.hpp"
#include "app/shared/sizes.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 28;

std::size_t values_in(const char* option, const std::string& text) {
  const std::size_t bytes = parse_bytes(option, text, most_bytes);
  require(bytes % sizeof(double) == 0, std::string(option) + " '" + text + "' is not a whole number of doubles");
  return bytes / sizeof(double);
}

}  // namespace

void GsumOptions::add(CLI::App& command) {
  const Group what{command, "What to measure"};
  what.add(unrecorded("method", place(methods), "which methods, all of them if none is named",
                      values_of(global_sum_table())));
  what.add(unrecorded("bytes", place(sizes), "sizes of the vector: 8, 16k, 256M"));
  what.add(unrecorded("chunk", place(chunks), "bytes that are summed at a time: 1k, 1M, whole"));
  what.add(windows_setting(windows, "kinds of window of the methods that have one"));
  what.add(
      unrecorded("late", duration_place(late),
                 "for each of these times, add a row in which ranks arrive at random, up to this long after the first",
                 {}, above(0)));
  what.add({.name = "beside-work",
            .place = &beside_work,
            .summary = "also measure each sum while every rank computes for as long as the sum takes alone"});

  const Group more{command, "Effort"};
  more.add(effort.settings());
  more.add({.name = "inject",
            .place = &inject,
            .summary = "rank 0 leaves out its last chunk, to test that the fault is found",
            .key = "injected"});

  const Group program{command, "Program"};
  program.add(thread_level.setting());
  output.add(program);
}

void GsumOptions::resolve() {
  if (methods.empty())
    for (const GlobalSumEntry& entry : global_sum_table()) methods.emplace_back(entry);
  const std::vector<WindowKind> kinds = parse_windows(windows);
  for (const std::string& size : sizes) {
    const std::size_t values = values_in("--bytes", size);
    std::vector<std::size_t> lengths;
    for (const std::string& chunk : chunks)
      lengths.push_back(chunk == "whole" ? values : std::min(values, values_in("--chunk", chunk)));
    std::ranges::sort(lengths);
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    for (const Choice<GlobalSumEntry> method : methods)
      for (std::size_t w = 0; w < (method->has_windows ? kinds.size() : 1); ++w)
        for (const std::size_t chunk : lengths) {
          GlobalSumCase c{.method = method, .window = kinds[w], .values = values, .chunk = chunk};
          cases.push_back(c);
          c.late = late;
          if (late > 0) cases.push_back(c);
        }
  }
  needs();
}

}  // namespace fockproxy
