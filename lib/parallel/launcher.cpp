#include "parallel/launcher.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

namespace fockproxy {

Environment process_environment() {
  return [](const char* name) { return std::getenv(name); };
}

std::optional<int> environment_number(const Environment& environment, const char* name) {
  const char* text = environment(name);
  if (!text) return std::nullopt;
  int value = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc() || stop != end || value < 0) return std::nullopt;
  return value;
}

namespace {

std::optional<LauncherView> announced(const Environment& environment, const char* size_name, const char* rank_name) {
  const auto size = environment_number(environment, size_name);
  if (!size) return std::nullopt;
  return LauncherView{environment_number(environment, rank_name).value_or(0), *size, size_name};
}

std::optional<LauncherView> open_mpi(const Environment& environment) {
  return announced(environment, "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK");
}

std::optional<LauncherView> hydra(const Environment& environment) {
  return announced(environment, "PMI_SIZE", "PMI_RANK");
}

std::optional<LauncherView> slurm_step(const Environment& environment) {
  const auto rank = environment_number(environment, "SLURM_PROCID");
  if (!rank) return std::nullopt;
  if (auto view = announced(environment, "SLURM_STEP_NUM_TASKS", "SLURM_PROCID")) return view;
  // The batch script itself is process 0 but belongs to no step.
  if (!environment("SLURM_STEP_ID") && *rank == 0) return std::nullopt;
  return announced(environment, "SLURM_NTASKS", "SLURM_PROCID");
}

// PMIx announces a rank but no size: rank r means at least r + 1 processes.
std::optional<LauncherView> pmix(const Environment& environment) {
  const auto rank = environment_number(environment, "PMIX_RANK");
  if (!rank) return std::nullopt;
  return LauncherView{*rank, *rank + 1, "PMIX_RANK"};
}

}  // namespace

LauncherView read_launcher(const Environment& environment) {
#ifdef OPEN_MPI
  const auto order = {open_mpi, hydra, slurm_step, pmix};
#else
  const auto order = {hydra, open_mpi, slurm_step, pmix};
#endif
  for (const auto& read : order)
    if (const auto view = read(environment)) return *view;
  return {};
}

bool launcher_rank_is_zero() { return read_launcher(process_environment()).rank == 0; }

std::optional<std::string> launcher_mismatch(const LauncherView& view, int mpi_size, const std::string& mpi_library) {
  if (mpi_size != 1 || view.size <= 1) return std::nullopt;
  std::string right = "the mpiexec of the MPI it was built with";
  if (mpi_library.starts_with("Open MPI")) right = "mpiexec.openmpi, the mpiexec of Open MPI";
  if (mpi_library.starts_with("MPICH")) right = "mpiexec.mpich, the mpiexec of MPICH";
  const bool size_known = view.variable != "PMIX_RANK";
  return fmt::format(
      "started by another MPI's launcher: {}={} announces {}{} processes, but this program's MPI ({}) sees 1; start it "
      "with {}",
      view.variable, size_known ? view.size : view.rank, size_known ? "" : "at least ", view.size,
      mpi_library.substr(0, mpi_library.find(',')), right);
}

namespace {

constexpr int patience = 5000;  // milliseconds

// Any answer is sufficient, and so is a closed connection: this process ends in both cases.
void wait_for_answer(int descriptor) {
  pollfd answer{.fd = descriptor, .events = POLLIN, .revents = 0};
  char text[64];
  if (poll(&answer, 1, patience) == 1) recv(descriptor, text, sizeof(text), 0);
}

}  // namespace

void bid_launcher_farewell(const Environment& environment) {
  const std::optional<int> descriptor = environment_number(environment, "PMI_FD");
  if (!descriptor) return;
  constexpr std::string_view farewell = "cmd=finalize\n";
  // Not write(): if the launcher has ended, it must not raise SIGPIPE.
  if (send(*descriptor, farewell.data(), farewell.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(farewell.size()))
    wait_for_answer(*descriptor);
}

}  // namespace fockproxy
