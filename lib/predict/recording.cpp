#include "predict/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy::predict {

namespace {

constexpr double shift = 1 << 26;         // stores two block numbers in one double, which has 53 bits
constexpr std::size_t at_once = 1 << 14;  // tasks

double joined(int low, int high) { return low + shift * high; }

bool is_number(double x, double below) { return x >= 0 && x < below && x == std::floor(x); }

bool is_pair(double word, int blocks) {
  if (!is_number(word, shift * shift)) return false;
  const double high = std::floor(word / shift);
  return is_number(high, blocks) && is_number(word - shift * high, blocks);
}

void separate(double word, int& low, int& high) {
  const double upper = std::floor(word / shift);
  high = static_cast<int>(upper);
  low = static_cast<int>(word - shift * upper);
}

bool is_task(std::span<const double, words_per_task> words, int blocks) {
  return is_pair(words[0], blocks) && is_pair(words[1], blocks) && std::isfinite(words[2]) && words[2] >= 0 &&
         is_number(words[3], 0x1p53) && decoded(words).task.is_canonical();
}

}  // namespace

std::string stack_name(const std::string& mpi_library, const std::string& processor) {
  if (mpi_library.empty() || processor.empty()) return "";
  return fmt::format("{} on {}", mpi_library.substr(0, mpi_library.find(',')), processor);
}

std::array<double, words_per_task> encoded(const PredictedTask& one) {
  const Task& task = one.task;
  return {joined(task.i, task.j), joined(task.k, task.l), one.seconds, static_cast<double>(one.quartets)};
}

PredictedTask decoded(std::span<const double, words_per_task> words) {
  PredictedTask one{.task = {}, .seconds = words[2], .quartets = static_cast<std::int64_t>(words[3])};
  separate(words[0], one.task.i, one.task.j);
  separate(words[1], one.task.k, one.task.l);
  return one;
}

void write_recording(const ArrayFile& file, const Recording& recording) {
  const BlockLayout& layout = recording.layout;
  std::vector<int> first_functions;
  for (int b = 0; b <= layout.blocks(); ++b) first_functions.push_back(layout.first_row(b));
  ArrayFileWriter writer(file,
                         {{"formula", recording.formula},
                          {"basis", recording.basis},
                          {"grain", recording.grain},
                          {"threshold", recording.threshold},
                          {"clock", recording.clock},
                          {"stack", recording.stack},
                          {"spins", layout.spins()},
                          {"first_functions", first_functions},
                          {"tasks", recording.tasks.size()}},
                         words_per_task * recording.tasks.size());
  std::vector<double> words;
  for (const PredictedTask& task : recording.tasks) {
    const auto more = encoded(task);
    words.insert(words.end(), more.begin(), more.end());
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
    recording.clock = about.at("clock").get<std::string>();
    recording.stack = about.value("stack", "");
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
      const std::span<const double, words_per_task> task(&some[words_per_task * t], words_per_task);
      if (!is_task(task, blocks)) throw wrong;
      recording.tasks.push_back(decoded(task));
    }
  }
  reader.require_end();
  return recording;
}

}  // namespace fockproxy::predict
