#include "predict/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy::predict {

namespace {

constexpr double shift = 1 << 26;  // two block numbers to a double, which has 53 bits
constexpr std::size_t words_per_task = 3;
constexpr std::size_t at_once = 1 << 14;  // tasks

double joined(int low, int high) { return low + shift * high; }

bool is_number(double x, double below) { return x >= 0 && x < below && x == std::floor(x); }

// False where the word is no pair of blocks.
bool separate(double word, int blocks, int& low, int& high) {
  if (!is_number(word, shift * shift)) return false;
  const double upper = std::floor(word / shift);
  if (!is_number(upper, blocks) || !is_number(word - shift * upper, blocks)) return false;
  high = static_cast<int>(upper);
  low = static_cast<int>(word - shift * upper);
  return true;
}

}  // namespace

void write_recording(const ArrayFile& file, const Recording& recording) {
  const BlockLayout& layout = recording.layout;
  std::vector<int> first_functions;
  for (int b = 0; b <= layout.blocks(); ++b) first_functions.push_back(layout.first_row(b));
  ArrayFileWriter writer(file,
                         {{"formula", recording.formula},
                          {"basis", recording.basis},
                          {"grain", recording.grain},
                          {"threshold", recording.threshold},
                          {"spins", layout.spins()},
                          {"first_functions", first_functions},
                          {"tasks", recording.tasks.size()}},
                         words_per_task * recording.tasks.size());
  std::vector<double> words;
  for (const auto& [task, seconds] : recording.tasks) {
    words.insert(words.end(), {joined(task.i, task.j), joined(task.k, task.l), seconds});
    if (words.size() == words_per_task * at_once) {
      writer.add(words);
      words.clear();
    }
  }
  writer.add(words);
  writer.finish();
  file.replace();
  file.settle();
}

Recording read_recording(const std::filesystem::path& file) {
  ArrayFileReader reader(file, recording_kind);
  const UsageError wrong(fmt::format("{}: holds no tasks of a Fock build", file.string()));
  std::vector<int> first_functions;
  int spins = 0;
  std::uint64_t tasks = 0;
  Recording recording{.layout = BlockLayout({0, 1}, 1)};
  try {
    const Json& about = reader.about();
    recording.formula = about.at("formula").get<std::string>();
    recording.basis = about.at("basis").get<std::string>();
    recording.grain = about.at("grain").get<std::string>();
    recording.threshold = about.at("threshold").get<double>();
    spins = about.at("spins").get<int>();
    first_functions = about.at("first_functions").get<std::vector<int>>();
    tasks = about.at("tasks").get<std::uint64_t>();
    if (about.at("words").get<std::uint64_t>() != words_per_task * tasks) throw wrong;
  } catch (const Json::exception&) {
    throw wrong;
  }
  const bool rising = std::ranges::adjacent_find(first_functions, std::greater_equal()) == first_functions.end();
  if (first_functions.size() < 2 || first_functions[0] != 0 || !rising || spins < 1 || spins > 2 || tasks == 0)
    throw wrong;
  recording.layout = BlockLayout(first_functions, spins);
  const int blocks = recording.layout.blocks();
  recording.tasks.reserve(tasks);
  std::vector<double> words(words_per_task * at_once);
  for (std::uint64_t first = 0; first < tasks; first += at_once) {
    const auto count = std::min<std::uint64_t>(at_once, tasks - first);
    const std::span<double> some(words.data(), words_per_task * count);
    reader.read(some);
    for (std::uint64_t t = 0; t < count; ++t) {
      Task task{};
      const double seconds = some[words_per_task * t + 2];
      if (!separate(some[words_per_task * t], blocks, task.i, task.j) ||
          !separate(some[words_per_task * t + 1], blocks, task.k, task.l) || !task.is_canonical() ||
          !std::isfinite(seconds) || seconds < 0)
        throw wrong;
      recording.tasks.push_back({task, seconds});
    }
  }
  reader.require_end();
  return recording;
}

}  // namespace fockproxy::predict
