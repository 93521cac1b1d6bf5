// Starts this program again in the same way: same launcher, options and environment, but other arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fockproxy {

// How a launcher started this program (from /proc of Linux).
struct Launch {
  std::string launcher;              // path of its executable
  std::vector<std::string> command;  // its arguments, from its name to the name of this program, which is the last one
  std::vector<std::string> environment;  // NAME=VALUE as the launcher found them, without those that it sets for ranks
  std::string directory;                 // the working directory at its start
};

// Local. Returns a value only if an ancestor of this process is an mpiexec with this program and its arguments. Returns
// nothing on hosts where mpiexec does not run, and under launchers like srun.
std::optional<Launch> find_launch();

// How a job ended.
struct JobEnd {
  std::string output, errors;  // what it wrote to stdout and to stderr
  int code = -1;  // of its launcher; 128 + N if signal N ended it; -1 if it did not start or did not end in time
};

// Local. Starts a job with `arguments` instead of the arguments of this program, and with `settings` (NAME=VALUE) in
// the environment. Waits for its end, but not longer than `seconds`. Leaves no process behind on this host.
JobEnd run_again(const Launch& launch, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& settings, double seconds);

// The same. Returns what the job wrote to stdout, or nothing if it failed or did not end in time.
std::optional<std::string> relaunch(const Launch& launch, const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& settings, double seconds);

}  // namespace fockproxy
