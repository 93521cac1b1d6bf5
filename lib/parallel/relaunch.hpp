// Starting this program again as it was started: the same launcher, options and environment, other arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

// How a launcher started this program (Linux: as /proc tells).
struct Launch {
  std::string launcher;                  // path of its executable
  std::vector<std::string> command;      // its arguments, from its name to this program's, which ends the list
  std::vector<std::string> environment;  // NAME=VALUE; what the launcher found, without what it tells its ranks
  std::string directory;                 // it was started in
};

// Local. Nothing where no ancestor of this process is an mpiexec that was given this program and its arguments: on the
// hosts where mpiexec does not run, and under launchers like srun.
std::optional<Launch> find_launch();

// Local; starts processes, of which none is left afterwards on this host. What the job wrote to stdout, with
// `arguments` instead of this program's and `settings` (NAME=VALUE) in the environment; nothing where it failed or did
// not end within `seconds`. What it writes to stderr is dropped.
std::optional<std::string> relaunch(const Launch& launch, const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& settings, double seconds);

}  // namespace fockproxy
