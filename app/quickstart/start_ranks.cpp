#include "app/quickstart/start_ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "parallel/launcher.hpp"

namespace fockproxy {
namespace {

// Prevents a loop: with some mpiexec the ranks do not look launched, and they must not call it again.
constexpr const char* done_before = "FOCKPROXY_RANKS_STARTED";

}  // namespace

void start_ranks_unless_launched() {
  if (!read_launcher(process_environment()).variable.empty() || std::getenv(done_before) != nullptr) return;
  // Set in the package, where this program is one of several.
  const char* const found = std::getenv("FOCKPROXY_FOUND_MPIEXEC");
  const char* const front = std::getenv("FOCKPROXY_FRONT");
  const char* const mpiexec = found ? found : FOCKPROXY_MPIEXEC;
  std::error_code unknown;
  const std::string program = front ? front : std::filesystem::read_symlink("/proc/self/exe", unknown).string();
  if (unknown || access(mpiexec, X_OK) != 0) return;
  setenv(done_before, "1", 1);
  // Open MPI refuses to run as root, but the user has already started this program as root.
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    setenv("PRTE_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  fmt::print("$ {} -n 2 fockproxy quickstart\n\n", mpiexec);
  std::fflush(stdout);
  execl(mpiexec, mpiexec, "-n", "2", program.c_str(), "quickstart", nullptr);
}

}  // namespace fockproxy
