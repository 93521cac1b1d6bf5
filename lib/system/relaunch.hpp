// Starts this program again as it was started: same launcher, options and environment, other arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

// How a launcher started this program (Linux: from /proc).
struct Launch {
  std::string launcher;                  // path of its executable
  std::vector<std::string> command;      // its arguments, from its name to this program's, which ends the list
  std::vector<std::string> environment;  // NAME=VALUE; what the launcher found, without what it tells its ranks
  std::string directory;                 // it was started in
};

// Local. Returns nothing unless an ancestor of this process is an mpiexec with this program and its arguments: on hosts
// where mpiexec does not run, and under launchers like srun.
std::optional<Launch> find_launch();

// Local. Starts a job with `arguments` instead of this program's and with `settings` (NAME=VALUE) in the environment.
// Returns what it wrote to stdout, or nothing if it failed or did not end within `seconds`. Drops its stderr. Leaves no
// process behind on this host.
std::optional<std::string> relaunch(const Launch& launch, const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& settings, double seconds);

}  // namespace fockproxy
