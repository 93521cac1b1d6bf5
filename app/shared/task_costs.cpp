#include "app/shared/task_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "parallel/agreement.hpp"
#include "record/json.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr const char* kind = "fockproxy task costs";
constexpr int version = 1;

std::vector<double> read_task_costs(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file))
    throw UsageError(fmt::format("--costs '{}' cannot be read", file.string()));
  const Json document = parse_json(in);
  const UsageError wrong(fmt::format("{}: not task costs written by fockproxy fock --save-costs", file.string()));
  if (!document.is_object() || document.value("kind", "") != kind || document.value("version", 0) != version)
    throw wrong;
  std::vector<double> seconds;
  try {
    seconds = document.at("seconds").get<std::vector<double>>();
  } catch (const Json::exception&) {
    throw wrong;
  }
  if (seconds.empty() || !std::ranges::all_of(seconds, [](double s) { return std::isfinite(s) && s >= 0; }))
    throw wrong;
  return seconds;
}

}  // namespace

void write_task_costs(const JsonFile& file, const RecordedTaskCosts& costs) {
  file.write({{"kind", kind},
              {"version", version},
              {"formula", costs.formula},
              {"basis", costs.basis},
              {"grain", costs.grain},
              {"seconds", costs.seconds},
              {"estimates", costs.estimates}});
}

std::vector<double> load_task_costs(const Communicator& comm, const std::filesystem::path& file) {
  std::vector<double> seconds;
  on_root(comm, [&] { seconds = read_task_costs(file); });
  std::int64_t tasks = std::ssize(seconds);
  comm.broadcast(std::span(&tasks, 1));
  seconds.resize(tasks);
  comm.broadcast(std::span(seconds));
  return seconds;
}

}  // namespace fockproxy
