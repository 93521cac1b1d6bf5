#include "record/provenance.hpp"

#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <vector>

#include "record/build_info.hpp"
#include "record/json.hpp"
#include "support/own_cores.hpp"

extern char** environ;

namespace fockproxy {

namespace {

constexpr std::array prefixes = {"MPI",  "OMPI_", "PMIX",      "PMI_",         "HYDRA",    "MPIR_", "UCX_",
                                 "FI_",  "ARMCI", "GA_",       "FOCKPROXY",    "I_MPI",    "PSM",   "OMP_",
                                 "KMP_", "MV2_",  "SLURM_JOB", "SLURM_NTASKS", "OPENBLAS", "MKL_",  "LD_PRELOAD"};

}  // namespace

std::string cpu_affinity() {
  const std::vector<int> cores = own_cores();
  std::string text;
  for (std::size_t first = 0, last = 0; first < cores.size(); first = last + 1) {
    last = first;
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(cores[first]);
    if (last > first) text += "-" + std::to_string(cores[last]);
  }
  return text;
}

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  return "";
}

Json process_provenance(const std::vector<std::string>& arguments) {
  Json environment = Json::object();
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  std::ranges::sort(variables);
  for (const std::string& variable : variables)
    if (std::ranges::any_of(prefixes, [&](const char* prefix) { return variable.starts_with(prefix); })) {
      const auto equals = variable.find('=');
      environment[variable.substr(0, equals)] = variable.substr(equals + 1);
    }
  return {
      {"program", "fockproxy"},
      {"version", program_version()},
      {"git_revision", git_revision()},
      {"compiler", compiler_version()},
      {"arguments", arguments},
      {"time", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
      {"cpu", cpu_model()},
      {"environment", environment},
  };
}

std::string git_revision() { return FOCKPROXY_GIT_REVISION; }
std::string program_version() { return FOCKPROXY_VERSION; }

std::string program_name() {
  const std::string revision = git_revision();
  return fmt::format("fockproxy {} ({})", program_version(),
                     revision.empty() ? "revision unknown: " FOCKPROXY_NO_REVISION : revision);
}
std::string compiler_version() { return FOCKPROXY_COMPILER; }

}  // namespace fockproxy
